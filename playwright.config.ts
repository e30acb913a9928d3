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
    // No trace: it copies the page around every step, and all that the page has fetched.
    screenshot: 'only-on-failure',
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
