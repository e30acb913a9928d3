// npm run backup: the private database and the files into .data/backups/<time>/, also while the demo runs.
import { cpSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { withServices } from './lib/borrow.mjs';
import { dumpDatabase } from './lib/services/dump.mjs';
import { writeJson } from './lib/files.mjs';
import { privateDir } from './lib/paths.mjs';
import { Problem, main } from './lib/process.mjs';
import { keyMarks } from './lib/services/secrets.mjs';

async function backUp({ services, dir }) {
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

await main(() => withServices('run backup', backUp));
