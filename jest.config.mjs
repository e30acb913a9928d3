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

/** Files that replace a module of a package, which only Jest's own registry can. */
const REPLACES_MODULES = ['<rootDir>/test/platform/passwords.spec.ts'];
/** Programs that neither Debian nor npm brings along: `npm test -- --real`. */
const WITH_REAL_PROVIDERS = process.env['RECOUP_REAL'] ? [] : ['/test/real/'];
const both = {
  roots: ['<rootDir>/test'],
  // The run's own temporary folder, where Jest would keep what it compiled, is gone after it.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
};
/** Files with modules of their own, which Jest compiles. */
const isolated = {
  ...both,
  // `./x.js` stands for `./x.ts`, as the compiler has it; a component is drawn without its style.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$': '<rootDir>/test/support/fixtures/no-style.ts',
  },
  transform: {
    '/client/i18n/start-i18n\\.ts$': ['@swc/jest', client],
    '\\.ts$': ['@swc/jest', swc],
    '\\.tsx$': ['@swc/jest', jsx],
  },
};

/**
 * Component tests share one MariaDB and one Redis. Those of the server share one product in each process, too: see
 * docs/decisions/0007.
 *
 * @type {import('jest').Config}
 */
export default {
  projects: [
    {
      ...both,
      displayName: 'server',
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: [
        '/node_modules/',
        '/test/(e2e|client)/',
        '/fixtures/',
        ...WITH_REAL_PROVIDERS,
        ...REPLACES_MODULES,
      ],
      runner: '<rootDir>/test/support/runner/runner.mjs',
      runtime: '<rootDir>/test/support/runner/runtime.mjs',
      testEnvironment: '<rootDir>/test/support/runner/shared-environment.mjs',
      transform: {},
      injectGlobals: false,
    },
    {
      ...isolated,
      displayName: 'client',
      testMatch: ['<rootDir>/test/client/**/*.spec.{ts,tsx}', ...REPLACES_MODULES],
      testPathIgnorePatterns: ['/node_modules/', '/fixtures/', '/test/client/components/'],
      testEnvironment: '<rootDir>/test/support/runner/isolated-environment.mjs',
    },
    {
      ...isolated,
      displayName: 'components',
      testMatch: ['<rootDir>/test/client/components/**/*.spec.tsx'],
      testEnvironment: '<rootDir>/test/client/components/support/browser-environment.mjs',
      resolver: '<rootDir>/test/client/components/support/browser-resolver.cjs',
    },
  ],
  // More than processors: a file waits for its database, its workers and its timers half of the time.
  maxWorkers: 3,
  // Modules of files that are done stay in memory in ESM mode: a process that holds so much is replaced.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 60_000,
  // A file that left something open has failed by then, and must not keep the run from ending.
  forceExit: true,
};
