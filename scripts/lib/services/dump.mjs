import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { readJson, writePrivate } from '../files.mjs';
import { Problem, exitOf } from '../process.mjs';

/** Starts a client program as the owner of the private instance's tables; the password never stands in a command line. */
function client(database, program, args, stdio) {
  if (!program)
    throw new Problem(`The client programs of ${database.title} are missing: install its client package.`);
  const options = join(database.home, 'client.cnf');
  const { port } = database.state();
  const { owner } = readJson(database.passwordFile);
  const address = `protocol=tcp\nhost=127.0.0.1\nport=${port}`;
  writePrivate(options, `[client]\nuser=recoup_owner\npassword=${owner}\n${address}\n`);
  const env = { ...process.env, ...database.binaries.env };
  const [command, ...first] = program;
  return spawn(command, [...first, `--defaults-file=${options}`, ...args], { env, stdio });
}

async function succeed(child, name) {
  const code = await exitOf(child);
  if (code !== 0) throw new Problem(`${name} ended with ${code}.`);
}

/** Writes a consistent picture of the database without stopping its users. */
export async function dumpDatabase(database, file) {
  const common = ['--single-transaction', '--quick', '--hex-blob', '--routines', '--triggers'];
  const args = [...common, ...database.dumpArgs, 'recoup'];
  const child = client(database, database.binaries.dump, args, ['ignore', 'pipe', 'inherit']);
  const ended = succeed(child, 'The dump');
  const written = pipeline(child.stdout, createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600 }));
  await Promise.all([ended, written]);
}

export async function dropDatabase(database, name) {
  await execute(database, `DROP DATABASE IF EXISTS ${name}`);
}

function execute(database, text) {
  const child = client(
    database,
    database.binaries.client,
    ['--execute', text],
    ['ignore', 'inherit', 'inherit'],
  );
  return succeed(child, 'The client program');
}

/** Reads a dump into a database of that name, in the place of what it held. */
export async function loadDatabase(database, file, name = 'recoup') {
  await dropDatabase(database, name);
  await execute(database, `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`);
  const child = client(database, database.binaries.client, [name], ['pipe', 'inherit', 'inherit']);
  const ended = succeed(child, 'The client program');
  await Promise.all([ended, pipeline(createReadStream(file), createGunzip(), child.stdin)]);
}
