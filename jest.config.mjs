import { readFileSync } from 'node:fs';

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));
// Vite writes what `import.meta.glob` finds into the module; here the browser's environment of the tests looks.
const client = {
  ...swc,
  jsc: {
    ...swc.jsc,
    transform: {
      ...swc.jsc.transform,
      optimizer: { globals: { vars: { 'import.meta.glob': 'globFrom(import.meta.url)' } } },
    },
  },
};
const jsx = {
  ...swc,
  jsc: {
    ...swc.jsc,
    parser: { ...swc.jsc.parser, tsx: true },
    transform: { ...swc.jsc.transform, react: { runtime: 'automatic' } },
  },
};

/**
 * Component tests share one MariaDB and one Redis; each file makes its own database and key space in them.
 *
 * @type {import('jest').Config}
 */
export default {
  roots: ['<rootDir>/test'],
  // The run's own temporary folder, where Jest would keep what it compiled, is gone after it.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  testMatch: ['**/*.spec.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/test/e2e/', '/fixtures/'],
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // `./x.js` stands for `./x.ts`, as the compiler has it; a component is drawn without its style.
  resolver: '<rootDir>/test/client/components/support/browser-resolver.cjs',
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$': '<rootDir>/test/support/fixtures/no-style.ts',
  },
  transform: {
    '/client/i18n/i18n\\.ts$': ['@swc/jest', client],
    '\\.ts$': ['@swc/jest', swc],
    '\\.tsx$': ['@swc/jest', jsx],
  },
  maxWorkers: 2,
  // Modules of files that are done stay in memory in ESM mode: a process that holds so much is replaced.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
  // A file that left something open has failed by then, and must not keep the run from ending.
  forceExit: true,
};
