import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { fetchEarly } from './fetch-early';
import { nounWords } from './noun-words-plugin';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.RECOUP_SERVER ?? 'http://127.0.0.1:8080';

/** Shell and case list: one request for a language's words instead of one for each feature. */
const WORDS = /i18n[\\/](\w+)[\\/](shell|account|announcements|score-card|softphone|guard|cases|codes)\.json/;

/**
 * Lets Chromium compile whole files while they arrive, on another thread: compiling each function when it is first called
 * was a quarter of a page's start. Charts are not worth it: they have five times the functions that they use.
 */
function compileEarly(): Plugin {
  return {
    name: 'compile-early',
    enforce: 'post',
    generateBundle: {
      // The comment counts only in the first line.
      order: 'post',
      handler(_, files) {
        for (const file of Object.values(files))
          if (file.type === 'chunk' && file.name !== 'chart')
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [nounWords(), react(), compileEarly(), fetchEarly()],
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: here('../dist/client'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A style sheet or picture as a data URL would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract's zod schemas are the server's: the browser keeps only the types, tables and dates.
      treeshake: { manualPureFunctions: ['z', 'pageQuery', 'optionalText', 'text', 'within', 'legalSpan'] },
      output: {
        codeSplitting: {
          groups: [
            // In this order: what a group depends on comes along unless an earlier group has it.
            {
              name: 'base',
              priority: 4,
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|use-sync-external-store[\\/]shim)[\\/]/,
            },
            // Files that the page begins with, the sign-in included; the frame would take along what both
            // have.
            { name: 'start', priority: 3, tags: ['$initial'] },
            { name: 'frame', priority: 2, test: /client[\\/]app[\\/](app|shell[\\/]shell)\.tsx$/ },
            {
              name: 'grid',
              priority: 1,
              test: /node_modules[\\/](ag-grid-community|ag-grid-react|ag-stack)/,
            },
            { name: 'table', priority: 0, test: /client[\\/]ui[\\/]tables[\\/]generic-table\.tsx$/ },
            { name: (id) => `words-${WORDS.exec(id)?.[1]}`, test: WORDS },
            { name: 'chart', test: /node_modules[\\/](echarts|zrender|echarts-for-react)/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      // Not as a string, which would change the Host that our own pages are told by.
      // Vite itself serves the modules of client/api.
      '^/api/(?!.*\\.ts(\\?|$))': { target: server },
      '/prod': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
});
