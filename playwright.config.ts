import { defineConfig } from '@playwright/test';

const EMPTY = 'empty-start.spec.ts';
const isEmpty = process.env['RECOUP_E2E_EMPTY'] !== undefined;

/** Browser journeys against the demo that `npm test` has started, or against a site that has nothing yet. */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: isEmpty ? EMPTY : '*.spec.ts',
  testIgnore: isEmpty ? [] : EMPTY,
  // A busy machine is slow: a test fails by what it waits for, and not by how long the others take.
  timeout: isEmpty ? 900_000 : 300_000,
  expect: { timeout: 40_000 },
  workers: 1,
  use: {
    baseURL: process.env['RECOUP_E2E_URL'],
    viewport: { width: 1280, height: 800 },
    // No pictures: taking them slows every page of every test.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env['RECOUP_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
