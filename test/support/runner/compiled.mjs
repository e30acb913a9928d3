import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform, version } from '@swc/core';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}node_modules/.cache/tests/`;
const settings = [version, `${root}.swcrc`, fileURLToPath(import.meta.url)]
  .map((part) => (existsSync(part) ? readFileSync(part, 'utf8') : part))
  .join('\n');
/** The compiler writes a module's own names at the beginning of a line. */
const OWN_NAME = /^(?:export )?(const|let|var|class) ([\w$]+)/gm;

/** Where what was compiled of this text is kept, without its ending. */
const placeOf = (source) => folder + createHash('sha1').update(settings).update(source).digest('hex');

/** A TypeScript file as JavaScript, compiled once by whichever process needs it first. */
export async function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const place = placeOf(source);
  if (existsSync(`${place}.js`)) return readFileSync(`${place}.js`, 'utf8');
  const { code, map } = await transform(source, { filename: file, sourceMaps: true });
  mkdirSync(folder, { recursive: true });
  const whole = `${code}${/\/test\//.test(file) ? '' : showing(code)}`;
  write(`${place}.map`, map);
  write(`${place}.js`, whole);
  return whole;
}

/**
 * Shows what a module of the product holds to `module-states.mjs`, also what it does not export. It stands behind the last
 * line, so that all places in stacks are as they were.
 */
function showing(code) {
  const names = [...code.matchAll(OWN_NAME)].map(([, , name]) => name);
  // A text of several lines may hold such a line, too: then there is no such name.
  const getters = [...new Set(names)].map(
    (name) => `get ${name}() { return typeof ${name} === 'undefined' ? undefined : ${name}; }`,
  );
  const notes = `globalThis[Symbol.for('recoup.modules')]`;
  return getters.length > 0 ? `${notes}?.(import.meta.url, { ${getters.join(', ')} });\n` : '';
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
