import { cpSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { writeJson } from '../files.mjs';
import { privateDir } from '../paths.mjs';
import { Problem } from '../process.mjs';
import { dumpDatabase } from './dump.mjs';
import { keyMarks } from './secrets.mjs';

export async function backUp({ services, dir }) {
  if (!services.database)
    throw new Problem(
      'Only the private database under .data is backed up here: use mysqldump or mariadb-dump for another.',
    );
  const name = new Date().toISOString().replaceAll(':', '-').slice(0, 19);
  const target = join(dir, 'backups', name);
  const half = privateDir(`${target}.half-made`);
  await dumpDatabase(services.database, join(half, 'database.sql.gz'));
  const files = join(dir, 'files');
  if (existsSync(files)) cpSync(files, join(half, 'files'), { recursive: true });
  const { title } = services.database;
  const about = { made: new Date().toISOString(), engine: title, keyMarks: keyMarks(dir) };
  writeJson(join(half, 'about.json'), about);
  renameSync(half, target);
  console.log(
    `${target}\nThe keys are not in it: keep a copy of secrets.json elsewhere, for without it the backup cannot be read.`,
  );
}
