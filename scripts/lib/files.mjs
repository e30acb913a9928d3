import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

export function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Written beside and renamed, so that a reader never sees half a file. */
export function writePrivate(file, text) {
  const half = `${file}.${process.pid}.tmp`;
  writeFileSync(half, text, { mode: 0o600 });
  renameSync(half, file);
}

export function writeJson(file, value) {
  writePrivate(file, `${JSON.stringify(value, null, 2)}\n`);
}

export function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

export function pidIn(file) {
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : undefined;
}
