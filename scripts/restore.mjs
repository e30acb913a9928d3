// npm run restore -- [FOLDER]: puts a backup (the newest unless named) in the place of the present data.
import { cpSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withServices } from './lib/borrow.mjs';
import { backupsIn } from './lib/services/backup.mjs';
import { loadDatabase } from './lib/services/dump.mjs';
import { readJson, remove } from './lib/files.mjs';
import { dataDir } from './lib/paths.mjs';
import { Problem, main } from './lib/process.mjs';
import { productTool } from './lib/product-tool.mjs';
import { keyMarks } from './lib/services/secrets.mjs';

function chosen(dir) {
  const named = process.argv[2];
  const all = join(dir, 'backups');
  const candidates = named
    ? [resolve(process.env.INIT_CWD ?? '.', named), join(all, named)]
    : backupsIn(all)
        .slice(-1)
        .map((name) => join(all, name));
  const found = candidates.find((path) => existsSync(join(path, 'database.sql.gz')));
  if (!found) throw new Problem(named ? `${named} is not a backup.` : `There is no backup in ${all}.`);
  return found;
}

async function restore({ services, env, dir }) {
  if (!services.database) throw new Problem('Only the private database under .data is restored here.');
  const source = chosen(dir);
  const about = readJson(join(source, 'about.json'));
  const { keyMark, keyMarks: needed = [keyMark], engine = 'MariaDB' } = about;
  const { title } = services.database;
  if (engine !== title)
    throw new Problem(
      `${source} is a dump of ${engine}, and the data here is ${title}'s: they do not read each other's.`,
    );
  if (!needed.every((mark) => keyMarks(dir).includes(mark))) {
    throw new Problem(`${source} was made with other keys: put its secrets.json back first.`);
  }
  await loadDatabase(services.database, join(source, 'database.sql.gz'));
  remove(join(dir, 'files'));
  if (existsSync(join(source, 'files')))
    cpSync(join(source, 'files'), join(dir, 'files'), { recursive: true });
  for (const tool of ['migrate', 'after-failover']) {
    const code = await productTool(tool, { ...env, ...services.ownerEnv() });
    if (code !== 0) return code;
  }
  // Sessions and jobs of the later time would speak of rows that no longer exist.
  await services.redis?.down();
  remove(join(dir, 'redis', 'data'));
  console.log(`Restored ${source}. Start again with npm start.`);
}

await main(() => withServices('run restore', restore, { dir: dataDir(), alone: true }));
