import { mkdirSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));

/** The folder that holds everything a running Recoup keeps: `.data` unless RECOUP_DATA_DIR names another. */
export function dataDir() {
  const given = process.env.RECOUP_DATA_DIR;
  return given ? absolute(given) : join(root, '.data');
}

export function absolute(path) {
  return isAbsolute(path) ? path : resolve(root, path);
}

/** Creates a folder that only its owner can look into, and returns its path. */
export function privateDir(...parts) {
  const path = join(...parts);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}
