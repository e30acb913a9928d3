// npm run calls [-- --check]: writes docs/calls.md from the controllers, or says that it no longer tells the truth.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callsPage } from './lib/calls.mjs';
import { compile } from './lib/compile.mjs';
import { root } from './lib/paths.mjs';
import { Problem, main } from './lib/process.mjs';

const page = join(root, 'docs/calls.md');

await main(async () => {
  await compile();
  const text = await callsPage();
  const isFresh = existsSync(page) && readFileSync(page, 'utf8') === text;
  if (process.argv.includes('--check') && !isFresh)
    throw new Problem('docs/calls.md is not what the controllers say: run npm run calls.');
  if (!isFresh) writeFileSync(page, text);
});
