// npm run tables [-- --check]: writes docs/tables.md from the entities, or says that it no longer tells the truth.
import { writePage } from './lib/pages.mjs';
import { tablesPage } from './lib/tables.mjs';

await writePage('tables', tablesPage);
