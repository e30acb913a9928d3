import type { INestApplicationContext } from '@nestjs/common';
import { beforeAll, expect, it } from '@jest/globals';
import { businessDay, daysBetween } from '../../contract/shared/date.js';
import type { AnyEvent } from '../../contract/events/events.js';
import { ImportsService } from '../../server/features/imports/imports.service.js';
import { promiseDeadline } from '../../server/domain/promises/promise.rules.js';
import { Clock } from '../../server/platform/clock/clock.js';
import { Database } from '../../server/platform/db/database.js';
import { sql } from '../../server/platform/db/sql.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { jobsFor } from '../../workers/subscriptions.js';
import { createDesk } from '../features/cases/desk.js';
import { loanRow } from '../features/imports/portfolio.js';
import { eventually } from '../support/eventually.js';
import { TestSocket } from '../support/sockets.js';
import { useDesk } from '../support/site.js';

const MANY = 1_000;
const DAY = '2026-11-18';
const DEADLINE = promiseDeadline(DAY);
const MOST_MS = 5_000;
/** In which the jobs are added, before the day is over. */
const AHEAD_MS = 4_000;
const FIRST_ID = 50_000_000;

/**
 * How far the product's clock is ahead of the machine's. It stands before the deadline from the start on: the search for
 * forgotten promises would break those whose day the machine's clock has passed.
 */
let shift = DEADLINE.getTime() - 60 * 60_000 - Date.now();
const clockOf = (context: Pick<INestApplicationContext, 'get'>) => {
  context.get(Clock, { strict: false }).now = () => new Date(Date.now() + shift);
};

const { desk, workers } = useDesk(createDesk, { workers: { processors: true } });
beforeAll(async () => {
  clockOf(desk.api.app);
  clockOf(workers);
});

/** As records would have made them, all for one day. */
async function promises(): Promise<{ id: number; caseId: number }[]> {
  const late = daysBetween(DAY, businessDay(new Date())) + 10;
  const rows = Array.from({ length: MANY }, (_, index) => loanRow(700_000 + index, {}, late));
  await desk.api.get(ImportsService).importRows(rows);
  const database = desk.api.get(Database);
  await database.run(
    sql`
      INSERT INTO promise (id, case_id, collector_id, amount, due_date, deadline_at, status, created_at)
      SELECT ${FIRST_ID} + id, id, ${desk.people.collector.id}, 10000, ${DAY}, ${DEADLINE}, 'OPEN', opened_at
      FROM collection_case`,
    0,
  );
  await database.run(
    sql`
      UPDATE collection_case SET owner_id = ${desk.people.collector.id}, group_id = ${desk.org.groupId}, status = 'C20',
        promise_id = ${FIRST_ID} + id, promise_amount = 10000, promise_due = ${DAY}, version = version + 1`,
    0,
  );
  return desk.api.rows(sql`SELECT id, case_id AS caseId FROM promise`);
}

it('a thousand promises for one day are broken within 5 s of its end, and collector and leader are told', async () => {
  const made = await promises();
  expect(made).toHaveLength(MANY);
  const sockets = [await TestSocket.open(desk.as.collector), await TestSocket.open(desk.as.leader)];
  shift = DEADLINE.getTime() - AHEAD_MS - Date.now();
  const recordedAt = new Date(Date.now() + shift);
  const jobs = made.flatMap(({ id: promiseId, caseId }) => {
    const payload = { caseId, promiseId, collectorId: 1, amount: 10_000, dueDate: DAY };
    return jobsFor({ name: 'promise.created', payload, recordedAt } as unknown as AnyEvent);
  });
  await workers.get(Jobs, { strict: false }).add(jobs);
  expect(Date.now() + shift).toBeLessThan(DEADLINE.getTime());

  // By the log: when the command that says so began; the last one is seen by another connection, committed.
  const open = async () =>
    (
      await desk.api.rows<{ open: number }>(sql`SELECT COUNT(*) AS open FROM promise WHERE status = 'OPEN'`)
    )[0]!.open;
  await eventually(async () => expect(await open()).toBe(0), 30_000);
  const all = Date.now() + shift - DEADLINE.getTime();
  const late = (
    await desk.api.rows<{ at: Date }>(sql`
      SELECT recorded_at AS at FROM domain_event WHERE name = 'promise.settled' ORDER BY recorded_at`)
  ).map(({ at }) => at.getTime() - DEADLINE.getTime());
  const p99 = late[Math.ceil(late.length * 0.99) - 1]!;
  process.stdout.write(
    `${MANY} promises of one deadline: p50 ${late[MANY / 2]} ms, p99 ${p99} ms, last ${late.at(-1)} ms, ` +
      `all committed after ${all} ms\n`,
  );
  expect(late).toHaveLength(MANY);
  expect(late[0]).toBeGreaterThanOrEqual(0);
  expect(all).toBeLessThan(MOST_MS);

  const [{ handed }] = (await desk.api.rows(sql`
    SELECT COUNT(*) AS handed FROM collection_case c JOIN promise p ON p.case_id = c.id
    WHERE p.status = 'BROKEN' AND c.status = 'C10' AND c.promise_id IS NULL AND c.promise_broken_at >= ${DEADLINE}
      AND c.next_follow_up_at >= ${DEADLINE}`)) as [{ handed: number }];
  expect(handed).toBe(MANY);
  for (const socket of sockets)
    await eventually(
      () => expect(new Set(socket.of('promise.broken').map(({ data }) => data.promiseId)).size).toBe(MANY),
      20_000,
    );
  const [push] = sockets[1]!.of('promise.broken');
  expect(push!.at - DEADLINE.getTime()).toBeLessThan(MOST_MS);
  for (const socket of sockets) socket.close();
});
