import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../process.mjs';
import { MariaDb } from './mariadb.mjs';
import { MySql } from './mysql.mjs';

/** By the name that is also the folder's. */
export const ENGINES = { mariadb: MariaDb, mysql: MySql };
const DEFAULT = 'mariadb';
const TITLES = { mariadb: 'MariaDB', mysql: 'MySQL' };

export const databaseOf = (dir, engine, binaries = {}) => new ENGINES[engine](join(dir, engine), binaries);

/** Which engine has data under `dir`: "mariadb", "mysql", or undefined. */
export const begunWith = (dir) => Object.keys(ENGINES).find((engine) => existsSync(join(dir, engine)));

/**
 * The engine to bring up: the wanted one, else the one that has the data, else MariaDB.
 * @throws Problem when the data is another engine's
 */
export function engineFor(dir, wanted) {
  const begun = begunWith(dir);
  if (!begun || !wanted || begun === wanted) return wanted ?? begun ?? DEFAULT;
  const how = begun === 'mysql' ? 'with --mysql' : 'without --mysql';
  throw new Problem(
    `The data in ${dir} was begun with ${TITLES[begun]}, and ${TITLES[wanted]} cannot read it: start ${how}, or begin anew with --fresh.`,
  );
}
