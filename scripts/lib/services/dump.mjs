import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readJson, writePrivate } from '../files.mjs';
import { Problem, exitOf } from '../process.mjs';

/** Starts a MariaDB client program as the owner of the private instance's tables; the password never stands in a command line. */
function client(mariadb, program, args, stdio) {
  if (!program)
    throw new Problem('The client programs mariadb and mariadb-dump are missing: install mariadb-client.');
  const options = join(mariadb.home, 'client.cnf');
  const { port } = mariadb.state();
  const { owner } = readJson(mariadb.passwordFile);
  const address = `protocol=tcp\nhost=127.0.0.1\nport=${port}`;
  writePrivate(options, `[client]\nuser=recoup_owner\npassword=${owner}\n${address}\n`);
  const env = { ...process.env, ...mariadb.binaries.env };
  return spawn(program, [`--defaults-file=${options}`, ...args], { env, stdio });
}

async function succeed(child, name) {
  const code = await exitOf(child);
  if (code !== 0) throw new Problem(`${name} ended with ${code}.`);
}

/** Writes a consistent picture of the database without stopping its users. */
export async function dumpDatabase(mariadb, file) {
  const args = ['--single-transaction', '--quick', '--hex-blob', '--routines', '--triggers', 'recoup'];
  const child = client(mariadb, mariadb.binaries.dump, args, ['ignore', 'pipe', 'inherit']);
  const ended = succeed(child, 'mariadb-dump');
  const written = pipeline(child.stdout, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600 }));
  await Promise.all([ended, written]);
}

export async function loadDatabase(mariadb, file) {
  const empty =
    'DROP DATABASE IF EXISTS recoup; CREATE DATABASE recoup CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci';
  const { client: program } = mariadb.binaries;
  await succeed(client(mariadb, program, ['--execute', empty], ['ignore', 'inherit', 'inherit']), 'mariadb');
  const child = client(mariadb, program, ['recoup'], ['pipe', 'inherit', 'inherit']);
  const ended = succeed(child, 'mariadb');
  await Promise.all([ended, pipeline(createReadStream(file), createGunzip(), child.stdin)]);
}
