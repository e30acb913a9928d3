import { register } from 'node:module';

// By Node's own loader come the product, the tests that share one of it, and our worker threads; it knows no TypeScript.
register('./runner/typescript-hooks.mjs', import.meta.url);
