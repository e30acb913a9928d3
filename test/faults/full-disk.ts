import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { isAcknowledged } from './rig/calls.js';
import { Load } from './rig/load.js';
import type { Person } from './rig/people.js';
import type { Rig } from './rig/rig.js';
import { seconds } from './rig/wait.js';
import type { Fault } from './rig/verdict.js';

const WRITERS = 16;
const STOPS = 6;
const LOADED_MS = 4_000;

/** Files can not be written any more while pictures are uploaded; then servers are told to end in the middle of their work. */
export const fullDisk: Fault = {
  id: 'F17',
  name: `a full disk under uploads; SIGTERM to a server under load, ${STOPS} times`,
  async run(rig) {
    const load = new Load(rig.clients, rig.company, { writers: WRITERS });
    load.start();
    const { failures, note } = await withFullDisk(rig);
    const { recoveries, notes } = await stopUnderLoad(rig);
    await load.stop();
    const broken = rig.clients.journal.filter((entry) => entry.code === '99');
    if (broken.length > 0) failures.push(`${broken.length} calls were answered 99`);
    return { load: load.words, recoveries, failures, notes: [note, ...notes] };
  },
};

async function withFullDisk(rig: Rig): Promise<{ failures: string[]; note: string }> {
  const failures: string[] = [];
  const picture = (
    await sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
  const upload = (person: Person, server: number) => send(rig.clients.urls[server]!, person, picture);
  limitFiles(rig, '0');
  const answers: string[] = [];
  for (const [n, person] of rig.company.collectors.entries()) answers.push(await upload(person, n % 2));
  const at = performance.now();
  await delay(LOADED_MS / 2);
  const written = rig.clients.journal.filter(
    (entry) => isAcknowledged(entry) && entry.answeredAt! > at,
  ).length;
  limitFiles(rig, 'unlimited');
  if (answers.some((code) => code === '00'))
    failures.push(`a picture was acknowledged on a full disk: ${answers.join(', ')}`);
  if (written === 0) failures.push('nothing else was acknowledged while the disk was full');
  if ((await rig.count('SELECT COUNT(*) FROM user WHERE picture IS NOT NULL')) > 0)
    failures.push('a person has a picture that was never written');
  const left = filesOf(rig);
  if (left.length > 0) failures.push(`${left.length} files were left half written`);
  const again = await upload(rig.company.collectors[0]!, 0);
  if (again !== '00') failures.push(`with room again a picture was answered ${again}`);
  return {
    failures,
    note: `full disk: ${answers.length} pictures answered ${[...new Set(answers)].join(', ')}, ${written} writes acknowledged meanwhile, with room again ${again}`,
  };
}

/** Each write to a file fails from here on, as on a full disk; what is written elsewhere does not. */
function limitFiles({ servers }: Rig, bytes: string): void {
  for (const { pid } of servers)
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
}

function filesOf({ env }: Rig): string[] {
  const folder = join(env['RECOUP_DATA_DIR']!, 'files/pictures');
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function send(url: string, { token }: Person, base64Image: string): Promise<string> {
  const response = await fetch(`${url}/api/login/userPicture`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-token': token, cookie: `token=${token}` },
    body: JSON.stringify({ base64Image }),
  });
  return ((await response.json()) as { code: string }).code;
}

async function stopUnderLoad(rig: Rig): Promise<{ recoveries: number[]; notes: string[] }> {
  const ends: number[] = [];
  const recoveries: number[] = [];
  for (let round = 0; round < STOPS; round++) {
    await delay(LOADED_MS);
    const server = rig.servers[round % rig.servers.length]!;
    const at = performance.now();
    await server.stop();
    ends.push(performance.now() - at);
    const started = performance.now();
    server.start();
    await server.ready();
    recoveries.push(performance.now() - started);
  }
  return { recoveries, notes: [`ended ${ends.map((ms) => `${seconds(ms)} s`).join(', ')} after SIGTERM`] };
}
