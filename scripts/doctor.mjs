// npm run doctor: says what it finds; changes nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, statfsSync } from 'node:fs';
import { cpus, freemem, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { answers } from './lib/apps.mjs';
import { findPrograms } from './lib/services/binaries.mjs';
import { findChromium } from './lib/services/chromium.mjs';
import { dockerAnswers } from './lib/services/docker.mjs';
import { readJson } from './lib/files.mjs';
import { holder } from './lib/lock.mjs';
import { begunWith, databaseOf, engineFor } from './lib/services/engines.mjs';
import { checkNode, packagesAreStale } from './lib/packages.mjs';
import { dataDir, root } from './lib/paths.mjs';
import { isFree, portOwner } from './lib/services/ports.mjs';
import { isOurs, main } from './lib/process.mjs';
import { Redis } from './lib/services/redis.mjs';
import { secretFile } from './lib/services/secrets.mjs';
import { addressFile } from './lib/stack.mjs';

const dir = dataDir();
let wrong = 0;
const gb = (bytes) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

function say(name, state, text) {
  if (state === 'wrong') wrong += 1;
  console.log(`${{ good: 'ok   ', wrong: 'WRONG', note: '-    ' }[state]}  ${name.padEnd(14)} ${text}`);
}

function machine() {
  try {
    checkNode();
    say('Node', 'good', process.version);
  } catch (error) {
    say('Node', 'wrong', error.message);
  }
  say(
    'system',
    'note',
    `${type()} ${release()}, ${cpus().length} cores, ${gb(freemem())} of ${gb(totalmem())} free`,
  );
  const disk = statfsSync(root);
  const free = disk.bavail * disk.bsize;
  say('disk', free > 2 * 1024 ** 3 ? 'good' : 'wrong', `${gb(free)} free (the demo needs about 1 GB)`);
  say(
    'packages',
    'note',
    packagesAreStale({ all: false }) ? 'will be installed by the next start' : 'installed',
  );
}

function version([program, ...first], env) {
  const { stdout } = spawnSync(program, [...first, '--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return `${program} (${(stdout ?? '').trim().split('\n')[0] || 'does not run'})`;
}

function programs() {
  const { title } = databaseOf(dir, engineFor(dir));
  const found = findPrograms(engineFor(dir));
  const elsewhere = process.env.DATABASE_URL && process.env.REDIS_URL;
  const docker = dockerAnswers();
  if (found) {
    say(title, 'good', version(found.database.server, found.database.env));
    say('Redis', 'good', version(found.redis.server, found.redis.env));
  } else
    say(
      `${title}, Redis`,
      'note',
      elsewhere ? 'those of DATABASE_URL and REDIS_URL' : 'missing: the next start gets them',
    );
  const chromium = findChromium();
  say('Chromium', 'note', chromium ? version([chromium]) : 'missing: npm test gets it');
  say('Docker', 'note', docker ? 'answers' : 'no engine answers (needed only without the above)');
}

async function port() {
  const wanted = Number(process.env.PORT ?? 8080);
  const free = await isFree(wanted, process.env.HOST ?? '127.0.0.1');
  say(
    `port ${wanted}`,
    'note',
    free ? 'free' : `in use by ${portOwner(wanted) ?? 'a process that cannot be seen'}`,
  );
}

function data() {
  if (!existsSync(dir)) return say('data', 'note', `${dir} does not exist yet`);
  const engine = begunWith(dir);
  const made = engine !== undefined;
  say(
    'data',
    'note',
    `${dir}: ${made ? `a database is there (${databaseOf(dir, engine).title})` : 'no database yet'}`,
  );
  if (readdirSync(dir).some((name) => name.endsWith('.half-made')))
    say('data', 'note', 'a half-made database is there: the next start makes it again');
  const keys = secretFile(dir);
  if (!existsSync(keys))
    say('keys', made && !process.env.RECOUP_SECRETS ? 'wrong' : 'note', `${keys} is missing`);
  else if (statSync(keys).mode & 0o077) say('keys', 'wrong', `${keys} can be read by others: chmod 600`);
  else say('keys', 'good', keys);
}

async function running() {
  const lock = holder(dir);
  say('start', 'note', lock ? `npm ${lock.command} runs (pid ${lock.pid})` : 'nothing runs here');
  await service(databaseOf(dir, engineFor(dir)), lock);
  await service(new Redis(join(dir, 'redis'), {}), lock);
  const run = join(dir, 'run');
  for (const file of existsSync(run) ? readdirSync(run) : []) {
    const { pid, path } = readJson(join(run, file));
    const name = file.replace('.json', '');
    if (!isOurs(pid, path)) say(name, 'note', `pid file of a dead process (${pid})`);
    else say(name, lock ? 'good' : 'wrong', `pid ${pid}${lock ? '' : ', left behind: npm run stop ends it'}`);
  }
  const address = readJson(addressFile(dir))?.url;
  if (lock && address)
    say('server', (await answers(`${address}/api/login/altcha`)) ? 'good' : 'wrong', address);
}

async function service(instance, lock) {
  const name = instance.title;
  const pid = instance.pid();
  if (!pid) return say(name, lock && instance.state() ? 'wrong' : 'note', 'not running');
  try {
    await instance.waitReady({ ...instance.state(), pid }, 3_000);
    say(name, 'good', `pid ${pid} answers on port ${instance.state().port}`);
  } catch (error) {
    say(name, 'wrong', error.message);
  }
}

await main(async () => {
  machine();
  programs();
  await port();
  data();
  await running();
  process.exitCode = wrong > 0 ? 1 : 0;
});
