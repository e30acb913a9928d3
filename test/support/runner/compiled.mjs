import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform, version } from '@swc/core';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}node_modules/.cache/tests/`;
const settings = version + readFileSync(`${root}.swcrc`, 'utf8');

/** Where what was compiled of this text is kept, without its ending. */
const placeOf = (source) => folder + createHash('sha1').update(settings).update(source).digest('hex');

/** A TypeScript file as JavaScript, compiled once by whichever process needs it first. */
export async function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const place = placeOf(source);
  if (existsSync(`${place}.js`)) return readFileSync(`${place}.js`, 'utf8');
  const { code, map } = await transform(source, { filename: file, sourceMaps: true });
  mkdirSync(folder, { recursive: true });
  write(`${place}.map`, map);
  write(`${place}.js`, code);
  return code;
}

/** @returns the file with the source map, for a path or address as it stands in a stack */
export function mapOf(place) {
  const file = place.startsWith('file:') ? fileURLToPath(place) : place;
  if (!file.endsWith('.ts') || !existsSync(file)) return undefined;
  return `${placeOf(readFileSync(file, 'utf8'))}.map`;
}

// Renamed into place: another process never reads half a file.
function write(file, text) {
  const half = `${file}.${process.pid}`;
  writeFileSync(half, text);
  renameSync(half, file);
}
