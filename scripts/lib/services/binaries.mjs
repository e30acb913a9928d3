import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasApt, installAsRoot, unpack } from './apt.mjs';
import { remove } from '../files.mjs';
import { findBinary } from '../find.mjs';
import { dataDir } from '../paths.mjs';
import { Problem, run } from '../process.mjs';

/** RECOUP_RUNTIME=unpacked leaves the system's own binaries aside, which is how that path is tried out. */
export function systemBinaries() {
  if (process.env.RECOUP_RUNTIME === 'unpacked') return undefined;
  const server = findBinary('mariadbd');
  const installer = findBinary('mariadb-install-db');
  const redis = findBinary('redis-server');
  if (!server || !installer || !redis) return undefined;
  return {
    origin: 'system',
    mariadb: { server, installer, client: findBinary('mariadb'), dump: findBinary('mariadb-dump'), env: {} },
    redis: { server: redis, env: {} },
  };
}

const servicesRuntime = () => join(dataDir(), 'runtime', 'services');

/** The same binaries unpacked from the distribution's packages, if they are there. */
export function unpackedBinaries() {
  const runtime = servicesRuntime();
  const usr = join(runtime, 'usr');
  const server = join(usr, 'sbin/mariadbd');
  const installer = join(usr, 'bin/mariadb-install-db');
  const redis = join(usr, 'bin/redis-server');
  if (![server, installer, redis].every((path) => existsSync(path))) return undefined;
  const env = { LD_LIBRARY_PATH: libraryFolders(runtime).join(delimiter) };
  const tool = (name) => (existsSync(join(usr, 'bin', name)) ? join(usr, 'bin', name) : undefined);
  return {
    origin: 'unpacked packages',
    mariadb: { server, installer, basedir: usr, client: tool('mariadb'), dump: tool('mariadb-dump'), env },
    redis: { server: redis, env },
  };
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

const services = ['mariadb-server', 'redis-server'];
const ofInterest = (name) =>
  /^(lib|lua|mariadb|redis)/.test(name) && !/-perl$|^libc6$|^mariadb-plugin/.test(name);

/** Gets MariaDB and Redis from the distribution. Returns why it could not, or undefined. */
export async function getServicePackages(say) {
  if (!hasApt()) return 'This is neither Debian nor Ubuntu: their packages cannot be used.';
  try {
    if (process.getuid?.() === 0 && process.env.RECOUP_RUNTIME !== 'unpacked') {
      say(`installing ${services.join(' and ')} with apt-get`);
      await installAsRoot(services, ['mariadb.service', 'redis-server.service']);
    } else {
      await unpack(services, servicesRuntime(), { follow: ofInterest, note: say });
      await tryOut();
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // What does not run must not be found by the next start.
    remove(servicesRuntime());
    return `Getting the packages failed: ${error.message}`;
  }
}

async function tryOut() {
  const { mariadb, redis } = unpackedBinaries() ?? {};
  if (!mariadb) throw new Problem('the unpacked packages lack mariadbd, mariadb-install-db or redis-server');
  for (const { server, env } of [mariadb, redis])
    await run(server, ['--version'], { env: { ...process.env, ...env } });
}
