import { setTimeout as delay } from 'node:timers/promises';
import { streamXlsxRows } from 'hucre/xlsx';
import type { Connection } from 'mysql2/promise';
import { addDays, businessDay } from '../contract/shared/date.js';
import { scheduleFile, seatsOf } from '../test/data/schedule-file.js';
import type { Result } from './processes/load.js';
import { castOf } from './lib/cast.js';
import { startRemote } from './lib/children.js';
import type { Context } from './lib/context.js';
import { atLeast, atMost, count, holds, median, now, type Figure } from './lib/figures.js';
import { getRequest, sessionHeaders } from './lib/http-connection.js';
import { grown } from './lib/memory.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, startServer, startWorkers, type Server, type Site } from './lib/site.js';

const ROWS = 50_000;
const PEOPLE = 500;
const CASES = 100_000;
const BATCH = 1_000;
const CONNECTIONS = 50;
const TEAMS = 10;
const POLL_MS = 10;
const LONGEST_MS = 120_000;
const MOST_MB = 64;

interface Upload {
  server: Server;
  token: string;
  file: Buffer;
}

/**
 * A schedule of 50,000 rows through the whole product, from the click until it counts, beside what any program has to do: to
 * read the file by the fastest reader and to insert its rows, a thousand in a statement, or one.
 */
export async function schedule({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(Math.min(CASES, options.cases));
  const { token, lists } = await prepare(site);
  const file = scheduleFile(await seatsIn(site));
  const [server, workers, load] = [
    await startServer(site),
    await startWorkers(site),
    startRemote('processes/load.js'),
  ];
  await load.call('traffic', { name: 'lists', traffic: { kind: 'fixed', requests: lists } });
  const upload: Upload = { server, token, file };
  const run = { port: server.port, traffic: 'lists', connections: CONNECTIONS, seconds: options.seconds };
  const figures = await query(site.databaseUrl, async (connection) => {
    const memory = await grown(workers.pid, () => product(connection, upload));
    await connection.query('CREATE TABLE IF NOT EXISTS bench_seat_day LIKE seat_day');
    const ratios: number[] = [];
    const took = { product: [] as number[], floor: [] as number[] };
    for (let round = 0; round < options.rounds; round++) {
      const sides = ['product', 'floor'] as const;
      for (const side of round % 2 === 0 ? sides : [...sides].reverse())
        took[side].push(
          await (side === 'product' ? product(connection, upload) : floor(connection, file, BATCH)),
        );
      ratios.push(took.product.at(-1)! / took.floor.at(-1)!);
    }
    const single = await floor(connection, file, 1);
    const tails = [];
    for (let round = 0; round < options.rounds; round++) {
      const alone = await load.call<Result>('run', run);
      tails.push((await meanwhile(connection, upload, () => load.call<Result>('run', run))).p99 / alone.p99);
    }
    await connection.query('DROP TABLE bench_seat_day');
    const what = `${count(ROWS)} rows, ${(file.length / 1e6).toFixed(1)} MB`;
    const [mine, bare] = [median(took.product), median(took.floor)];
    const beside = `${(mine / 1_000).toFixed(2)} s of ${(bare / 1_000).toFixed(2)} s`;
    return [
      atMost('schedule: upload until it counts, of parse + bulk insert', what, median(ratios), 3, beside),
      atLeast(
        'schedule: as fast as row by row, times',
        what,
        single / mine,
        10,
        `${(single / 1_000).toFixed(1)} s row by row, each committed`,
      ),
      holds(
        'schedule: memory of the workers above before',
        what,
        `${Math.round(memory)} MB`,
        `<= ${MOST_MB} MB`,
        memory <= MOST_MB,
      ),
      atMost(
        'schedule: p99 of lists meanwhile, of alone',
        `${CONNECTIONS} connections, uploads without a pause`,
        median(tails),
        1.5,
        'list of a collector',
      ),
    ];
  });
  await Promise.all([server.stop(), workers.stop(), load.stop()]);
  return figures;
}

function prepare(site: Site): Promise<{ token: string; lists: string[] }> {
  return Rehearsal.of(site, async (rehearsal) => {
    const { collectors } = await castOf(site, rehearsal, TEAMS);
    const [token] = await rehearsal.signIn([site.portfolio.admin.id]);
    const lists = collectors.map((seat) => getRequest('/api/task/listing', sessionHeaders(seat.token)));
    return { token: token!, lists };
  });
}

async function seatsIn(site: Site) {
  const people = await query(site.databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      "SELECT id AS userId, username FROM user WHERE role = 'member' ORDER BY id LIMIT ?",
      [PEOPLE],
    );
    return rows as { userId: number; username: string }[];
  });
  return seatsOf(people, addDays(businessDay(new Date()), 30), Math.ceil(ROWS / people.length)).slice(
    0,
    ROWS,
  );
}

/** @returns ms from the request on; the rows are gone again */
async function product(connection: Connection, upload: Upload): Promise<number> {
  const started = now();
  await applied(connection, await sent(upload));
  const took = now() - started;
  await connection.query('DELETE FROM seat_day');
  return took;
}

async function sent({ server, token, file }: Upload): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'schedule.xlsx');
  const response = await fetch(`http://127.0.0.1:${server.port}/api/workSchedule/upload`, {
    method: 'POST',
    body: form,
    headers: sessionHeaders(token),
  });
  const answer = (await response.json()) as { code: string; data: { uploadId: number } };
  if (answer.code !== '00') throw new Error(`The upload was refused: ${JSON.stringify(answer)}`);
  return answer.data.uploadId;
}

async function applied(connection: Connection, uploadId: number): Promise<void> {
  for (const end = now() + LONGEST_MS; now() < end; await delay(POLL_MS)) {
    const [rows] = await connection.query('SELECT status, failure FROM schedule_upload WHERE id = ?', [
      uploadId,
    ]);
    const [{ status, failure }] = rows as [{ status: string; failure: string | null }];
    if (status === 'APPLIED') return;
    if (status === 'REFUSED') throw new Error(`The schedule was refused: ${failure}`);
  }
  throw new Error('The schedule was never applied');
}

async function floor(connection: Connection, file: Buffer, batch: number): Promise<number> {
  const started = now();
  const rows: unknown[][] = [];
  for await (const { index, values } of streamXlsxRows(file))
    if (index > 0) rows.push([(values[0] as Date).toISOString().slice(0, 10), rows.length, 1, values[2]]);
  // Saving row by row takes a transaction for each.
  if (batch > 1) await connection.query('START TRANSACTION');
  for (let at = 0; at < rows.length; at += batch)
    await connection.query('INSERT INTO bench_seat_day (day, user_id, institution_id, status) VALUES ?', [
      rows.slice(at, at + batch),
    ]);
  if (batch > 1) await connection.query('COMMIT');
  const took = now() - started;
  await connection.query('DELETE FROM bench_seat_day');
  return took;
}

/** Uploads one file after the other as long as the work goes on. */
async function meanwhile<Answer>(
  connection: Connection,
  upload: Upload,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let isOver = false;
  const uploads = (async () => {
    while (!isOver) await product(connection, upload);
  })();
  const answer = await work();
  isOver = true;
  await uploads;
  return answer;
}
