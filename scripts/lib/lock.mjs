import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './files.mjs';
import { privateDir } from './paths.mjs';
import { Problem, isOurs } from './process.mjs';

const lockOf = (dir) => join(dir, 'start.lock');

/** The process that works in this data folder: { pid, command, clock } of a living process of ours, or undefined. */
export function holder(dir) {
  const found = readJson(lockOf(dir));
  return found && isOurs(found.pid, 'scripts/') ? found : undefined;
}

/**
 * Takes the folder for this process. Returns a function that gives it back. `clock` is what shows its shifted clock to others
 * that work in the folder meanwhile.
 */
export function takeLock(dir, command, clock = {}) {
  privateDir(dir);
  const lock = lockOf(dir);
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, command, clock }), { mode: 0o600 });
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      if (claim(mine, lock)) return () => release(lock);
      const other = holder(dir);
      if (other) throw busy(other, dir);
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
  throw new Problem(`${lock} could not be taken: several starts came at once. Try again.`);
}

// A link appears complete or not at all, unlike a file that is created and then written.
function claim(mine, lock) {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function release(lock) {
  if (readJson(lock)?.pid === process.pid) rmSync(lock, { force: true });
}

function busy({ pid, command }, dir) {
  return new Problem(
    `"npm ${command}" already runs in ${dir} (pid ${pid}). End it with Ctrl-C there or "npm run stop".`,
  );
}
