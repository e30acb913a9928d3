import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// An ordinary user's PATH often lacks the folders in which servers are installed.
const usual = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/opt/homebrew/bin',
  '/usr/libexec',
];

/** The first of `names` that can be executed, looked for on PATH and in the usual folders. */
export function findBinary(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...usual];
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (['ENOENT', 'EACCES', 'ENOTDIR'].includes(error.code)) return false;
    throw error;
  }
}
