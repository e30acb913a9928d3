// npm run calls [-- --check]: writes docs/calls.md from the controllers, or says that it no longer tells the truth.
import { callsPage } from './lib/calls.mjs';
import { writePage } from './lib/pages.mjs';

await writePage('calls', callsPage);
