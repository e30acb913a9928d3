import { setTimeout as delay } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Connection } from 'mysql2/promise';
import { businessDay } from '../contract/shared/date.js';
import type { Context } from './lib/context.js';
import { count, holds, note, now, type Figure } from './lib/figures.js';
import { query, startWorkers, type Site } from './lib/site.js';

const CASES = 200_000;
const LONGEST_MS = 300_000;
const POLL_MS = 50;
const TARGET_S = 30;
const RUN = 1;

/** A whole portfolio is handed out anew: from the job to the last commit. It leaves a portfolio that is filled again. */
export async function allocation({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(Math.min(CASES, options.cases));
  const size = await query(site.databaseUrl, freeAll);
  const workers = await startWorkers(site);
  const started = now();
  await ask(site);
  const planned = await until(site, "status <> 'ASKED'");
  const done = await until(site, "status = 'DONE'");
  const { given, exceeded, twice } = await query(site.databaseUrl, outcome);
  await workers.stop();
  const load = `${count(size.cases)} cases, ${count(size.seats)} collectors`;
  const seconds = (at: number) => (at - started) / 1000;
  return [
    holds(
      'allocation: to the last commit',
      load,
      `${seconds(done).toFixed(1)} s`,
      `<= ${TARGET_S} s for 200,000 to 1,000`,
      seconds(done) <= TARGET_S,
    ),
    note('allocation: until the plan was stored', load, `${seconds(planned).toFixed(1)} s`),
    holds('allocation: cases handed out', load, count(given), count(size.cases), given === size.cases),
    holds(
      'allocation: caps exceeded, cases twice',
      load,
      `${exceeded}, ${twice}`,
      '0, 0',
      exceeded + twice === 0,
    ),
  ];
}

async function freeAll(connection: Connection) {
  const one = async (text: string, values: unknown[] = []) => connection.query(text, values);
  const total = async (text: string) => Number(((await one(text))[0] as { total: number }[])[0]!.total);
  const firstQueue = await total('SELECT MIN(id) AS total FROM queue');
  const firstInstitution = await total(`SELECT institution_id AS total FROM queue WHERE id = ${firstQueue}`);
  await one('DELETE FROM bench_portfolio');
  await one("UPDATE queue SET type = 'AUTOMATIC', per_capita_max = 400 WHERE id = ?", [firstQueue]);
  await one(
    "UPDATE user SET institution_id = ?, queue_id = ?, long_aging = 1, created_at = '2020-01-01' WHERE role = 'member'",
    [firstInstitution, firstQueue],
  );
  await one(
    `UPDATE collection_case SET owner_id = NULL, group_id = NULL, assigned_at = NULL, status = 'C00', promise_id = NULL,
       promise_due = NULL, queue_id = ?, institution_id = ? WHERE is_open = 1`,
    [firstQueue, firstInstitution],
  );
  await one('DELETE FROM collector_day_case');
  await one(
    `INSERT INTO allocation_run (id, institution_id, queue_id, day, seed, status, asked_at)
     VALUES (?, ?, ?, ?, 7, 'ASKED', UTC_TIMESTAMP(3))`,
    [RUN, firstInstitution, firstQueue, businessDay(new Date())],
  );
  return {
    cases: await total('SELECT COUNT(*) AS total FROM collection_case WHERE is_open = 1'),
    seats: await total("SELECT COUNT(*) AS total FROM user WHERE role = 'member' AND enabled = 1"),
  };
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
