import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from './compile.mjs';
import { root } from './paths.mjs';
import { Problem, main } from './process.mjs';

/** Writes docs/<name>.md from the compiled sources; with --check only says that it is no longer what they say. */
export function writePage(name, textOf) {
  const page = join(root, `docs/${name}.md`);
  return main(async () => {
    await compile();
    const text = await format(await textOf());
    const isFresh = existsSync(page) && readFileSync(page, 'utf8') === text;
    if (process.argv.includes('--check') && !isFresh)
      throw new Problem(`docs/${name}.md is not what the sources say: run npm run ${name}.`);
    if (!isFresh) writeFileSync(page, text);
  });
}

export function filesBelow(folder, kind) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => kind.test(file) && !file.includes('/fixtures/'))
    .sort();
}

async function format(text) {
  const prettier = await import('prettier');
  const config = await prettier.resolveConfig(join(root, 'README.md'));
  return prettier.format(text, { ...config, parser: 'markdown' });
}
