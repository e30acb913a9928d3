import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiled } from './compiled.mjs';

const jestGlobals = new URL('./globals.mjs', import.meta.url).href;
const isOurs = (url) => url.startsWith('file:') && !url.includes('/node_modules/');

/** `./x.js` stands for `./x.ts`, as the compiler has it. */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: jestGlobals, format: 'module', shortCircuit: true };
  const base = context.parentURL && /^[./]/.test(specifier) ? context.parentURL : undefined;
  if (!URL.canParse(specifier, base)) return next(specifier, context);
  const url = new URL(specifier, base).href.replace(/\.js$/, '.ts');
  if (!isOurs(url) || !url.endsWith('.ts') || !existsSync(fileURLToPath(url)))
    return next(specifier, context);
  return { url, format: 'module', shortCircuit: true };
}

export async function load(url, context, next) {
  if (!isOurs(url) || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}
