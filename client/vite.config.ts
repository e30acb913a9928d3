import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.RECOUP_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: here('.'),
  base: './',
  plugins: [react()],
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
            // First, or the next groups would take React along as their dependency.
            {
              name: 'base',
              priority: 2,
              test: /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next)[\\/]/,
            },
            { name: 'grid', test: /node_modules[\\/](ag-grid-community|ag-grid-react|ag-stack)/ },
            { name: 'chart', test: /node_modules[\\/](echarts|zrender|echarts-for-react)/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/prod': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
