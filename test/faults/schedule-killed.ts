import { connect } from 'node:net';
import { addDays, businessDay } from '../../contract/shared/date.js';
import { scheduleFile, seatsOf, type ScheduledSeat } from '../data/schedule-file.js';
import type { Person } from './rig/people.js';
import { workersUser } from './rig/database.js';
import type { Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { until } from './rig/wait.js';

const ROUNDS = 3;
const DAYS = 2_400;
const PART = 0.6;

/**
 * A connection breaks when 60 % of a schedule's bytes are sent, then a worker dies by kill -9 when it has written 60 % of its
 * rows, and in the end the same file comes twice at once. Nobody may ever see a part of a file; each file counts once.
 */
export const scheduleKilled: Fault = {
  id: 'F18',
  name: `upload cut and worker killed -9 at 60 %, ${ROUNDS} files; one of them twice more at once`,
  workers: 2,
  async run(rig) {
    const leader = rig.company.leaders[0]!;
    const team = [...rig.company.collectors, rig.company.target]
      .filter(({ groupId }) => groupId === leader.groupId)
      .map(({ id }) => ({ userId: id, username: `fault.${id}` }));
    const first = addDays(businessDay(new Date()), 1);
    const failures: string[] = [];
    const recoveries: number[] = [];
    let file: Buffer = Buffer.alloc(0);
    let rows = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const seats = seatsOf(team, addDays(first, round * DAYS), DAYS);
      file = scheduleFile(seats);
      await cut(rig, leader, file);
      const seen = await killed(rig, leader, seats, file);
      recoveries.push(seen.recovery);
      rows += seats.length;
      failures.push(...seen.parts.map((part) => `round ${round + 1}: ${part} rows were seen of a file`));
    }
    const twice = await Promise.all([send(rig, leader, file), send(rig, leader, file)]);
    for (const uploadId of twice) await applied(rig, uploadId);
    const [found] = await rig.rows<Record<'uploads' | 'applied' | 'rows' | 'versions' | 'open', number>>(`
      SELECT (SELECT COUNT(*) FROM schedule_upload) AS uploads,
        (SELECT COUNT(DISTINCT subject_id) FROM domain_event WHERE name = 'schedule.applied') AS applied,
        (SELECT COUNT(*) FROM schedule_upload WHERE file IS NOT NULL) AS open,
        (SELECT COUNT(*) FROM seat_day) AS \`rows\`, (SELECT SUM(version) FROM seat_day) AS versions`);
    const events = await rig.count("SELECT COUNT(*) FROM domain_event WHERE name = 'schedule.applied'");
    const uploads = ROUNDS + twice.length;
    const wanted = { uploads, applied: uploads, open: 0, rows, versions: rows };
    for (const [what, value] of Object.entries(wanted))
      if (Number(found![what as keyof typeof wanted]) !== value)
        failures.push(`${what}: ${found![what as keyof typeof wanted]}, not ${value}`);
    if (events !== uploads) failures.push(`${events} events of ${uploads} files`);
    return {
      load: `${uploads} files, ${rows} rows`,
      recoveries,
      failures,
      notes: ['recovery: from the kill until the file counts'],
    };
  },
};

/** The worker comes to a row that is held; it dies there, and another one begins anew. */
async function killed(
  rig: Rig,
  leader: Person,
  seats: readonly ScheduledSeat[],
  file: Buffer,
): Promise<{ recovery: number; parts: number[] }> {
  const { day, userId } = seats[Math.floor(seats.length * PART)]!;
  const before = await rig.count('SELECT COUNT(*) FROM seat_day');
  const holder = await rig.connection();
  try {
    await holder.query('START TRANSACTION');
    await holder.query(
      "INSERT INTO seat_day (day, user_id, institution_id, status) VALUES (?, ?, 1, 'REST')",
      [day, userId],
    );
    const uploadId = await send(rig, leader, file);
    const waiting = await until('a worker to wait', () => rig.waitingFor(['%INSERT INTO seat_day%']), 30_000);
    const app = rig.workers.find((_, n) => workersUser(n) === waiting.user);
    if (!app) throw new Error(`${waiting.user} is no worker`);
    const at = await app.kill();
    await holder.query('ROLLBACK');
    app.start();
    const parts = await applied(rig, uploadId, before, seats.length);
    const recovery = performance.now() - at;
    await app.ready();
    return { recovery, parts };
  } finally {
    await holder.end();
  }
}

/** @returns the counts of rows, beyond those before, that were neither none nor all while it was waited for */
async function applied(rig: Rig, uploadId: number, before = 0, all = 0): Promise<number[]> {
  const parts: number[] = [];
  await until(
    `upload ${uploadId} to be applied`,
    async () => {
      const [seen] = await rig.rows<{ status: string; seats: number }>(
        'SELECT status, (SELECT COUNT(*) FROM seat_day) AS seats FROM schedule_upload WHERE id = ?',
        [uploadId],
      );
      const more = seen!.seats - before;
      if (all > 0 && more !== 0 && more !== all) parts.push(more);
      if (seen!.status === 'REFUSED') throw new Error(`Upload ${uploadId} was refused`);
      return seen!.status === 'APPLIED';
    },
    60_000,
  );
  return parts;
}

async function send(rig: Rig, leader: Person, file: Buffer): Promise<number> {
  const request = requestOf(rig.clients.urls[0]!, leader, file);
  const response = await fetch(request);
  const { code, data } = (await response.json()) as { code: string; data: { uploadId: number } };
  if (code !== '00') throw new Error(`The upload was refused: ${code}`);
  return data.uploadId;
}

/** Sends so much of it that a server might take it for whole, and is gone. */
async function cut(rig: Rig, leader: Person, file: Buffer): Promise<void> {
  const request = requestOf(rig.clients.urls[0]!, leader, file);
  const body = Buffer.from(await request.arrayBuffer());
  const { host, pathname, port } = new URL(request.url);
  const headers = [...request.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${body.length}\r\n${headers}\r\n`;
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(head);
      socket.write(body.subarray(0, Math.floor(body.length * PART)), () => socket.destroy());
    });
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

function requestOf(url: string, { token }: Person, file: Buffer): Request {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'schedule.xlsx');
  const headers = { 'x-auth-token': token, cookie: `token=${token}` };
  return new Request(`${url}/api/workSchedule/upload`, { method: 'POST', body: form, headers });
}
