import { cpSync, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, remove, writeJson } from '../files.mjs';
import { privateDir } from '../paths.mjs';
import { Problem } from '../process.mjs';
import { productTool } from '../product-tool.mjs';
import { dropDatabase, dumpDatabase, loadDatabase } from './dump.mjs';
import { keyMarks } from './secrets.mjs';
import { SCRATCH } from './sql-server.mjs';

/** Read by the site's health: when the last backup was made, and whether it could be read back. */
const LAST = 'last-backup.json';

/** Those that are whole, the oldest first. */
export function backupsIn(place) {
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .filter((name) => existsSync(join(place, name, 'about.json')) && !name.endsWith('.half-made'))
    .sort();
}

/** @returns the folder of the backup, in `place` */
export async function backUp({ services, dir }, place = join(dir, 'backups')) {
  if (!services.database)
    throw new Problem(
      'Only the private database under .data is backed up here: use mysqldump or mariadb-dump for another.',
    );
  const made = new Date().toISOString();
  const target = join(place, made.replaceAll(':', '-').slice(0, 19));
  const half = privateDir(`${target}.half-made`);
  await dumpDatabase(services.database, join(half, 'database.sql.gz'));
  const files = join(dir, 'files');
  if (existsSync(files)) cpSync(files, join(half, 'files'), { recursive: true });
  const { title } = services.database;
  writeJson(join(half, 'about.json'), { made, engine: title, keyMarks: keyMarks(dir) });
  renameSync(half, target);
  writeJson(join(dir, LAST), { made, checked: null });
  console.log(
    `${target}\nThe keys are not in it: keep a copy of secrets.json elsewhere, for without it the backup cannot be read.`,
  );
  return target;
}

/**
 * Reads a backup into a database of its own beside the site's, and compares its read models with its log.
 *
 * @returns whether it can be relied on
 */
export async function checkBackup({ services, env, dir }, target) {
  const { made } = readJson(join(target, 'about.json'));
  const url = new URL(services.urls().owner);
  url.pathname = SCRATCH;
  let checked = false;
  try {
    await loadDatabase(services.database, join(target, 'database.sql.gz'), SCRATCH);
    checked = (await productTool('replay', { ...env, DATABASE_URL: url.href }, ['--check'])) === 0;
  } catch (error) {
    console.error(`It could not be read back: ${error.message}`);
  } finally {
    await dropDatabase(services.database, SCRATCH);
    writeJson(join(dir, LAST), { made, checked });
  }
  console.log(checked ? 'The backup was read back and is right.' : 'This backup can not be relied on.');
  return checked;
}

/** Removes all but the newest. */
export function keepNewest(place, count) {
  for (const name of backupsIn(place).slice(0, -count)) remove(join(place, name));
}
