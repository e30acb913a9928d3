import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
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

/** The same binaries unpacked from the distribution's packages under `runtime`, if they are complete. */
export function unpackedBinaries(runtime) {
  const usr = join(runtime, 'usr');
  const server = join(usr, 'sbin/mariadbd');
  const installer = join(usr, 'bin/mariadb-install-db');
  const redis = join(usr, 'bin/redis-server');
  if (![server, installer, redis].every((path) => existsSync(path))) return undefined;
  const env = { LD_LIBRARY_PATH: libraryFolders(runtime).join(delimiter) };
  const tool = (name) => (existsSync(join(usr, 'bin', name)) ? join(usr, 'bin', name) : undefined);
  return {
    origin: runtime,
    mariadb: { server, installer, basedir: usr, client: tool('mariadb'), dump: tool('mariadb-dump'), env },
    redis: { server: redis, env },
  };
}

/** Every folder under `runtime` in which a Debian package puts its libraries. */
export function libraryFolders(runtime) {
  const bases = ['usr/lib', 'lib'].map((part) => join(runtime, part)).filter((path) => existsSync(path));
  const nested = bases.flatMap((base) =>
    readdirSync(base, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes('linux-gnu'))
      .map((entry) => join(base, entry.name)),
  );
  return [...nested, ...bases];
}
