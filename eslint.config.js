import hooks from 'eslint-plugin-react-hooks';
import a11y from 'eslint-plugin-jsx-a11y-x';
import tseslint from 'typescript-eslint';
import { noRawQuery } from './eslint.rules.js';

/** Sizes are part of the design: what outgrows its room is split by capability. */
export const SIZES = {
  'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
};

export default tseslint.config(
  {
    ignores: [
      'dist/**',
      '.data/**',
      'node_modules/**',
      'test/architecture/fixtures/**',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  // Rules that ask for types stand in .oxlintrc.json: the compiler's port to native code answers them in a fifth of the time.
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      ...SIZES,
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.object.name='process'][object.property.name='env']",
          message: 'Only server/platform/config reads the environment.',
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['server/**/*.ts', 'workers/**/*.ts'],
    ignores: ['server/platform/db/**'],
    plugins: { house: { rules: { 'no-raw-query': noRawQuery } } },
    rules: { 'house/no-raw-query': 'error' },
  },
  {
    files: ['server/**/*.ts', 'workers/**/*.ts'],
    // A class that is injected must be imported as a value: its type is what Nest looks it up by.
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: [
      'server/platform/config/**',
      'sandbox/**',
      'test/**',
      'bench/**',
      'server/tools/**',
      'client/vite.config.ts',
      '*.config.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**', 'bench/**'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['test/**'],
    ignores: ['test/client/**', 'test/e2e/**', 'test/faults/**'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Requests go by test/support/http.ts.' }],
    },
  },
  {
    files: ['client/**/*.tsx', 'client/**/*.ts'],
    plugins: { 'react-hooks': hooks, 'jsx-a11y-x': a11y },
    rules: {
      ...hooks.configs.recommended.rules,
      ...a11y.configs.recommended.rules,
      'no-restricted-imports': [
        'error',
        { name: 'antd', importNames: ['Button'], message: 'The one button is client/ui/button.tsx.' },
      ],
      // A region that scrolls must be reached by the keyboard.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['region', 'tabpanel'], tags: [] }],
    },
  },
  {
    files: ['client/**/*.tsx'],
    // JSX is tall: a screen's markup counts by its file.
    rules: { 'max-lines-per-function': ['error', { max: 120, skipBlankLines: true, skipComments: true }] },
  },
);
