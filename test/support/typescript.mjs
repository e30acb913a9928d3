import { register } from 'node:module';

// Worker threads load our sources by Node's own loader, which knows no TypeScript: vitest's runner is not there.
register('./typescript-hooks.mjs', import.meta.url);
