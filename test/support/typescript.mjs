import { register } from 'node:module';

// Worker threads load our sources by Node's own loader, which knows no TypeScript: Jest transforms nothing there.
register('./typescript-hooks.mjs', import.meta.url);
