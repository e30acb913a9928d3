import { defineConfig } from 'vitest/config';

// Component tests share one MariaDB and one Redis; each file makes its own database and key space in them.
export default defineConfig({
  test: {
    include: ['test/**/*.spec.ts', 'test/**/*.spec.tsx'],
    exclude: ['test/e2e/**', '**/fixtures/**'],
    pool: 'forks',
    execArgv: ['--import', new URL('./test/support/typescript.mjs', import.meta.url).href],
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
