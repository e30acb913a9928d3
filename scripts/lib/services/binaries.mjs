import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasApt, installAsRoot, unpack } from './apt.mjs';
import { remove } from '../files.mjs';
import { findBinary } from '../find.mjs';
import { dataDir } from '../paths.mjs';
import { Problem, run } from '../process.mjs';

/** RECOUP_RUNTIME=unpacked leaves the system's own binaries aside, which is how that path is tried out. */
const wantsUnpacked = () => process.env.RECOUP_RUNTIME === 'unpacked';
const fromSystem = (...names) => (wantsUnpacked() ? undefined : findBinary(...names));
const servicesRuntime = () => join(dataDir(), 'runtime', 'services');
const mysqlRuntime = () => join(dataDir(), 'runtime', 'mysql');
/** MySQL's last long-term release before the one that Debian has and the gate runs on. */
export const OLDEST_MYSQL = 8.4;

/**
 * The programs of a database engine and of Redis, if both are there: { origin, database, redis }. A program of the database is
 * a command with its first arguments.
 */
export function findPrograms(engine) {
  const database = engine === 'mysql' ? findMysql() : findMariadb();
  const redis = findRedis();
  return database && redis ? { origin: database.origin, database, redis } : undefined;
}

const command = (path) => (path ? [path] : undefined);
const origin = 'unpacked packages';

function findMariadb() {
  const server = fromSystem('mariadbd');
  const installer = fromSystem('mariadb-install-db');
  if (server && installer) {
    const [client, dump] = ['mariadb', 'mariadb-dump'].map((name) => command(findBinary(name)));
    return { origin: 'system', server: [server], installer: [installer], client, dump, env: {} };
  }
  const usr = join(servicesRuntime(), 'usr');
  const found = unpacked(usr, {
    server: 'sbin/mariadbd',
    installer: 'bin/mariadb-install-db',
    client: 'bin/mariadb',
    dump: 'bin/mariadb-dump',
  });
  return found.server && found.installer ? { origin, ...found, basedir: usr, env: libraries() } : undefined;
}

function findRedis() {
  const server = fromSystem('redis-server');
  if (server) return { server: [server], env: {} };
  const found = unpacked(join(servicesRuntime(), 'usr'), { server: 'bin/redis-server' });
  return found.server ? { ...found, env: libraries() } : undefined;
}

const libraries = () => ({ LD_LIBRARY_PATH: libraryFolders(servicesRuntime()).join(delimiter) });

function unpacked(usr, programs) {
  const found = Object.entries(programs).map(([name, path]) => [name, join(usr, path)]);
  return Object.fromEntries(
    found.filter(([, path]) => existsSync(path)).map(([name, path]) => [name, [path]]),
  );
}

function findMysql() {
  const server = fromSystem('mysqld');
  if (server && isMysql(server)) {
    const [client, dump] = ['mysql', 'mysqldump'].map((name) => command(findBinary(name)));
    return { origin: 'system', server: [server], client, dump, env: {} };
  }
  const usr = join(mysqlRuntime(), 'usr');
  const found = unpacked(usr, { server: 'sbin/mysqld', client: 'bin/mysql', dump: 'bin/mysqldump' });
  if (!found.server) return undefined;
  const loader = loaderOf(mysqlRuntime());
  const loaded = Object.entries(found).map(([name, [path]]) => [name, [...loader, path]]);
  return { origin, ...Object.fromEntries(loaded), basedir: usr, env: {} };
}

// MariaDB's packages put a mysqld beside theirs.
function isMysql(server) {
  const { stdout = '' } = spawnSync(server, ['--version'], { encoding: 'utf8' });
  const [, version] = /Ver (\d+\.\d+)/.exec(stdout) ?? [];
  return !/mariadb/i.test(stdout) && Number(version) >= OLDEST_MYSQL;
}

// Programs of a newer system want that system's C library, which only its own loader can load: no root, no
// chroot.
function loaderOf(tree) {
  const folders = libraryFolders(tree);
  const named = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const loader = named.find((path) => /\/ld-linux[^/]*\.so\.\d+$/.test(path));
  if (!loader) throw new Problem(`${tree} lacks the loader of its own C library.`);
  return [loader, '--library-path', folders.join(delimiter)];
}

/** Every folder under `runtime` in which a Debian package puts its libraries. */
export function libraryFolders(runtime) {
  const bases = ['usr/lib', 'lib'].map((part) => join(runtime, part));
  const ofMachine = bases.flatMap(foldersIn).filter((path) => path.endsWith('-linux-gnu'));
  // Some packages keep the libraries that only they share one level deeper (pulseaudio/, blas/).
  const nested = ofMachine
    .flatMap(foldersIn)
    .filter((path) => readdirSync(path).some((name) => /^lib.*\.so/.test(name)));
  return [...ofMachine, ...nested, ...bases.filter((path) => existsSync(path))];
}

function foldersIn(path) {
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return entries.map((entry) => join(path, entry.name));
}

const UNITS = { 'mariadb-server': 'mariadb.service', 'redis-server': 'redis-server.service' };
// A bare system lacks what the tests stamp time with.
const testTools = () => (findBinary('openssl') ? [] : ['openssl']);
const ofInterest = (name) =>
  /^(lib|lua|mariadb|redis)/.test(name) && !/-perl$|^libc6$|^mariadb-plugin/.test(name);
const ofMysql = (name) => /^(lib|mysql|zlib)/.test(name) && !/-perl$/.test(name);

/** Gets an engine and Redis from the distribution, MySQL from Debian's newest release. Returns why it could not, or undefined. */
export async function getPrograms(engine, say) {
  if (!hasApt()) return 'This is neither Debian nor Ubuntu: their packages cannot be used.';
  try {
    if (engine === 'mysql') {
      if (!findRedis()) await getPackages(['redis-server'], say);
      if (!findMysql()) await getMysql(say);
    } else await getPackages(['mariadb-server', 'redis-server', ...testTools()], say);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `Getting the packages failed: ${error.message}`;
  }
}

async function getPackages(packages, say) {
  if (process.getuid?.() === 0 && !wantsUnpacked()) {
    say(`installing ${packages.join(' and ')} with apt-get`);
    return installAsRoot(
      packages,
      packages.flatMap((name) => UNITS[name] ?? []),
    );
  }
  await orRemove(servicesRuntime(), async (runtime) => {
    await unpack(packages, runtime, { follow: ofInterest, note: say });
    if (packages.includes('mariadb-server')) await tryOut(findMariadb(), 'mariadbd or mariadb-install-db');
    await tryOut(findRedis(), 'redis-server');
  });
}

/** Never installed: the machine keeps its release, and all that MySQL needs of the newest one stays in its folder. */
function getMysql(say) {
  const packages = ['mysql-server-core', 'mysql-client-core'];
  return orRemove(mysqlRuntime(), async (runtime) => {
    await unpack(packages, runtime, { follow: ofMysql, note: say, newest: true });
    await tryOut(findMysql(), 'mysqld');
  });
}

// A program that does not run must not be found by the next start.
async function orRemove(runtime, work) {
  try {
    await work(runtime);
  } catch (error) {
    remove(runtime);
    throw error;
  }
}

async function tryOut(found, what) {
  if (!found) throw new Problem(`the unpacked packages lack ${what}`);
  const [program, ...first] = found.server;
  await run(program, [...first, '--version'], { env: { ...process.env, ...found.env } });
}
