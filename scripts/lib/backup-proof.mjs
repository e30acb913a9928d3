import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from './files.mjs';
import { Problem } from './process.mjs';
import { backUp, checkBackup } from './services/backup.mjs';

/** Sees to it that a backup of this site passes its check, and that one which is cut short does not. */
export async function proveBackup(stack) {
  const site = { services: stack.services, env: stack.env(), dir: stack.dir };
  const target = await backUp(site);
  if (!(await checkBackup(site, target))) throw new Problem('A good backup did not pass its check.');
  const dump = join(target, 'database.sql.gz');
  truncateSync(dump, Math.floor(statSync(dump).size / 2));
  if (await checkBackup(site, target)) throw new Problem('Half a backup passed its check.');
  // The site that is tested has none.
  for (const name of ['backups', 'last-backup.json']) remove(join(stack.dir, name));
}
