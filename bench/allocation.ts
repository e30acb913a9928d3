import { setTimeout as delay } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Connection } from 'mysql2/promise';
import { businessDay } from '../contract/shared/date.js';
import type { Context } from './lib/context.js';
import { castOf, type Seat } from './lib/cast.js';
import { count, holds, ms, note, now, percentile, type Figure } from './lib/figures.js';
import { Lists, READERS } from './lib/lists-meanwhile.js';
import { Rehearsal } from './lib/rehearsal.js';
import { foldCounts, query, settle, startServer, startWorkers, type Site } from './lib/site.js';

const CASES = 200_000;
const LONGEST_MS = 300_000;
const POLL_MS = 50;
const TARGET_S = 30;
const RUN = 1;
const READ_S = 8;
const TARGET_LIST = 1.5;

/**
 * A whole portfolio is handed out anew: from the job to the last commit. The collectors of one team keep their cases and read
 * their lists before, meanwhile and after. It leaves a portfolio that is filled again.
 */
export async function allocation({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(Math.min(CASES, options.cases));
  const readers = await Rehearsal.of(site, (rehearsal) => castOf(site, rehearsal, 1));
  const size = await query(site.databaseUrl, (connection) => freeAll(connection, readers.collectors));
  await foldCounts(site);
  await query(site.databaseUrl, purged);
  const [server, workers] = await Promise.all([startServer(site), startWorkers(site)]);
  const lists = new Lists(server.port, readers.collectors);
  await lists.read(READ_S);
  const before = await lists.read(READ_S);
  const started = now();
  await ask(site);
  const reading = lists.readUntilStopped();
  const planned = await until(site, "status <> 'ASKED'");
  const done = await until(site, "status = 'DONE'");
  const meanwhile = await reading.stop();
  const left = await settle(site, LONGEST_MS);
  const settled = now();
  const after = await lists.read(READ_S);
  const { given, exceeded, twice } = await query(site.databaseUrl, outcome);
  await Promise.all([server.stop(), workers.stop(), lists.close()]);
  const load = `${count(size.cases)} cases, ${count(size.seats)} collectors`;
  const seconds = (at: number) => (at - started) / 1000;
  const quiet = [...before, ...after];
  const slower = percentile(meanwhile, 0.99) / percentile(quiet, 0.99);
  return [
    holds(
      'allocation: to the last commit',
      load,
      `${seconds(done).toFixed(1)} s`,
      `<= ${TARGET_S} s for 200,000 to 1,000`,
      seconds(done) <= TARGET_S,
    ),
    note('allocation: until the plan was stored', load, `${seconds(planned).toFixed(1)} s`),
    note(
      'allocation: until the relay had all events',
      load,
      `${seconds(settled).toFixed(1)} s, ${left} left`,
    ),
    holds('allocation: cases handed out', load, count(given), count(size.cases), given === size.cases),
    holds(
      'allocation: caps exceeded, cases twice',
      load,
      `${exceeded}, ${twice}`,
      '0, 0',
      exceeded + twice === 0,
    ),
    holds(
      'allocation: a list meanwhile, p99',
      `${load}, ${READERS} readers`,
      `x${slower.toFixed(2)} (${ms(percentile(meanwhile, 0.99))}, before and after ${ms(percentile(quiet, 0.99))})`,
      `<= x${TARGET_LIST}`,
      slower <= TARGET_LIST,
    ),
  ];
}

async function freeAll(connection: Connection, readers: readonly Seat[]) {
  const keep = readers.map(({ userId }) => userId);
  const one = async (text: string, values: unknown[] = []) => connection.query(text, values);
  const total = async (text: string) => Number(((await one(text))[0] as { total: number }[])[0]!.total);
  const firstQueue = await total('SELECT MIN(id) AS total FROM queue');
  const firstInstitution = await total(`SELECT institution_id AS total FROM queue WHERE id = ${firstQueue}`);
  await one('DELETE FROM bench_portfolio');
  await one("UPDATE queue SET type = 'AUTOMATIC', per_capita_max = 400 WHERE id = ?", [firstQueue]);
  await one(
    "UPDATE user SET institution_id = ?, queue_id = ?, long_aging = 1, created_at = '2020-01-01' WHERE role = 'member' AND id NOT IN (?)",
    [firstInstitution, firstQueue, keep],
  );
  await one('UPDATE user SET queue_id = ? WHERE id IN (?)', [firstQueue + 1, keep]);
  await one(
    `UPDATE collection_case SET owner_id = NULL, group_id = NULL, assigned_at = NULL, status = 'C00', promise_id = NULL,
       promise_due = NULL, queue_id = ?, institution_id = ? WHERE is_open = 1 AND (owner_id IS NULL OR owner_id NOT IN (?))`,
    [firstQueue, firstInstitution, keep],
  );
  await one('DELETE FROM collector_day_case WHERE collector_id NOT IN (?)', [keep]);
  await one("UPDATE queue SET type = 'MANUAL' WHERE id <> ?", [firstQueue]);
  await one(
    `INSERT INTO allocation_run (id, institution_id, queue_id, day, seed, status, asked_at)
     VALUES (?, ?, ?, ?, 7, 'ASKED', UTC_TIMESTAMP(3))`,
    [RUN, firstInstitution, firstQueue, businessDay(new Date())],
  );
  return {
    cases: await total(
      'SELECT COUNT(*) AS total FROM collection_case WHERE is_open = 1 AND owner_id IS NULL',
    ),
    seats: await total(
      `SELECT COUNT(*) AS total FROM user WHERE role = 'member' AND queue_id = ${firstQueue} AND enabled = 1`,
    ),
  };
}

/** Waits until the database has cleared away what it kept of the rows before they were freed. */
async function purged(connection: Connection): Promise<void> {
  for (const end = now() + LONGEST_MS; now() < end; await delay(POLL_MS)) {
    const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'");
    if (Number((rows as { Value: string }[])[0]!.Value) < 100) return;
  }
  throw new Error('The database does not come to rest');
}

async function ask(site: Site): Promise<void> {
  const connection = new Redis(site.redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue('allocation', { connection });
  await queue.add('allocation.handOut', { runId: RUN });
  await queue.close();
  connection.disconnect();
}

function until(site: Site, condition: string): Promise<number> {
  return query(site.databaseUrl, async (connection) => {
    for (const end = now() + LONGEST_MS; now() < end; await delay(POLL_MS)) {
      const [rows] = await connection.query(`SELECT id FROM allocation_run WHERE id = ? AND ${condition}`, [
        RUN,
      ]);
      if ((rows as object[]).length > 0) return now();
    }
    throw new Error(`The run never came to ${condition}`);
  });
}

async function outcome(connection: Connection) {
  const [rows] = await connection.query(`
    SELECT
      (SELECT COUNT(*) FROM allocation_item WHERE run_id = ${RUN} AND status = 'DONE') AS given,
      (SELECT COUNT(*) FROM allocation_seat WHERE run_id = ${RUN} AND after_count > cap) AS exceeded,
      (SELECT COUNT(*) FROM (SELECT case_id FROM domain_event WHERE name = 'case.assigned'
        GROUP BY case_id HAVING COUNT(*) > 1) x) AS twice`);
  const { given, exceeded, twice } = (rows as Record<'given' | 'exceeded' | 'twice', number>[])[0]!;
  return { given: Number(given), exceeded: Number(exceeded), twice: Number(twice) };
}
