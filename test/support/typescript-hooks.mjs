import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const isOurs = (url) => url.startsWith('file:') && !url.includes('/node_modules/');

/** `./x.js` stands for `./x.ts`, as the compiler has it. */
export async function resolve(specifier, context, next) {
  const found = await next(specifier, context).catch((error) => error);
  if (!(found instanceof Error)) return found;
  const base = context.parentURL && /^[./]/.test(specifier) ? context.parentURL : undefined;
  const url = URL.canParse(specifier, base) ? new URL(specifier, base).href.replace(/\.js$/, '.ts') : '';
  if (!isOurs(url) || !existsSync(fileURLToPath(url))) throw found;
  return { url, format: 'module', shortCircuit: true };
}

export async function load(url, context, next) {
  if (!isOurs(url) || !url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { filename, sourceMaps: 'inline' });
  return { format: 'module', source: code, shortCircuit: true };
}
