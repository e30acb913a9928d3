import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mysql2/promise';
import { addDays, businessDay } from '../contract/shared/date.js';
import { isWorkingDay } from '../contract/shared/holidays.js';
import { SIMULATION_DAYS, type PolicySimulationRow } from '../contract/contact/policy-simulation.js';
import { DEFAULT_POLICY } from '../server/domain/contact-compliance/policy/policy.rules.js';
import type { Result } from './processes/load.js';
import { castOf } from './lib/cast.js';
import { startRemote } from './lib/children.js';
import type { Context } from './lib/context.js';
import { atMost, count, holds, median, now, within, type Figure } from './lib/figures.js';
import { getRequest, sessionHeaders } from './lib/http-connection.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, startServer, startWorkers, type Server, type Site } from './lib/site.js';

const CONTACTS = 200_000;
const CASES = 50_000;
const CONNECTIONS = 50;
const TEAMS = 10;
const POLL_MS = 20;
const LONGEST_MS = 300_000;
const GOAL_MS = 30_000;
/** One act in so many was refused. */
const REFUSED = 10;
/** The first hour of contacts would be refused, and what came an hour later allowed instead. */
const PROPOSED = {
  ...DEFAULT_POLICY,
  attempts: { ...DEFAULT_POLICY.attempts, apartMinutes: 30 },
  operatingHours: { ...DEFAULT_POLICY.operatingHours, hours: { from: '12:00', to: '20:00' } },
};

/** 30 days of contacts replayed by a job of the workers, and a collector's list meanwhile. */
export async function policyLab({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(Math.min(CASES, options.cases));
  const { token, lists } = await Rehearsal.of(site, async (rehearsal) => {
    const { collectors } = await castOf(site, rehearsal, TEAMS);
    const [admin] = await rehearsal.signIn([site.portfolio.admin.id]);
    const requests = collectors.map((seat) => getRequest('/api/task/listing', sessionHeaders(seat.token)));
    return { token: admin!, lists: requests };
  });
  await query(site.databaseUrl, (connection) => fillContacts(connection, site));
  const [server, workers, load] = [
    await startServer(site),
    await startWorkers(site),
    startRemote('processes/load.js'),
  ];
  await load.call('traffic', { name: 'lists', traffic: { kind: 'fixed', requests: lists } });
  const run = { port: server.port, traffic: 'lists', connections: CONNECTIONS, seconds: options.seconds };
  const took: number[] = [];
  const tails: number[] = [];
  let result = await replayed(server, token);
  for (let round = 0; round < options.rounds; round++) {
    const started = now();
    result = await replayed(server, token);
    took.push(now() - started);
    const alone = await load.call<Result>('run', run);
    tails.push((await meanwhile(server, token, () => load.call<Result>('run', run))).p99 / alone.p99);
  }
  await Promise.all([server.stop(), workers.stop(), load.stop()]);
  const { decisions, inForce, proposed } = result.result!;
  const what = `${count(decisions)} decisions of ${SIMULATION_DAYS} days`;
  const beside = `${count(proposed.refused)} would be refused, ${count(proposed.allowed)} allowed`;
  return [
    within('policy lab: from the question to the answer', what, median(took), GOAL_MS, beside),
    holds(
      'policy lab: decisions that come out again as stored',
      what,
      count(inForce.reproduced),
      count(decisions),
      inForce.reproduced === decisions,
    ),
    atMost(
      'policy lab: p99 of lists meanwhile, of alone',
      `${CONNECTIONS} connections, replays without a pause`,
      median(tails),
      1.5,
      'list of a collector',
    ),
  ];
}

/** Asks, and waits for the answer. */
async function replayed(server: Server, token: string): Promise<PolicySimulationRow> {
  const { labId } = await call<{ labId: number }>(server, token, { policy: PROPOSED });
  for (const end = now() + LONGEST_MS; now() < end; await delay(POLL_MS)) {
    const lab = await call<PolicySimulationRow>(server, token);
    if (lab.labId === labId && lab.status === 'DONE') return lab;
    if (lab.status === 'FAILED') break;
  }
  throw new Error('The replay was never finished');
}

async function call<Answer>(server: Server, token: string, body?: object): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/guard/policy/lab`, {
    headers: { ...sessionHeaders(token), 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { code: string; data: Answer };
  if (answer.code !== '00') throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Replays one after the other as long as the work goes on. */
async function meanwhile<Answer>(
  server: Server,
  token: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let isOver = false;
  const replays = (async () => {
    while (!isOver) await replayed(server, token);
  })();
  const answer = await work();
  isOver = true;
  await replays;
  return answer;
}

/** As many contacts as are wanted on working days, each borrower's a few days apart: all of the administrator's institution. */
async function fillContacts(connection: Connection, { portfolio }: Site): Promise<void> {
  await connection.query('DELETE FROM contact_receipt');
  await connection.query('DELETE FROM policy_lab');
  const [rows] = await connection.query(
    `SELECT COUNT(*) AS cases FROM collection_case c
     WHERE c.institution_id = (SELECT u.institution_id FROM user u WHERE u.id = ?)`,
    [portfolio.admin.id],
  );
  const { cases } = (rows as [{ cases: number }])[0];
  const days = workingDays();
  const each = Math.ceil(CONTACTS / cases);
  if (each > days.length) throw new Error('There are too few cases for so many contacts');
  for (let turn = 0; turn < each; turn++) {
    const day = days[Math.floor((turn * days.length) / each)]!;
    await connection.query(
      `INSERT INTO contact_receipt (id, case_id, borrower_id, contact_id, channel, kind, slot, allowed, counted, actor_id,
         policy_version, decision, free_before, free_after, free_spoken, at)
       SELECT 8000000000 + c.id * ? + ?, c.id, c.borrower_id,
         (SELECT MIN(k.id) FROM contact k WHERE k.borrower_id = c.borrower_id AND k.relation = 'R01'), 'CALL', 'ACT', 'ATTEMPT',
         1, 1, c.owner_id, 0, ?, c.at, c.at, c.at, c.at
       FROM (SELECT id, borrower_id, owner_id, ? + INTERVAL (id % 240) MINUTE AS at FROM collection_case
             WHERE institution_id = (SELECT u.institution_id FROM user u WHERE u.id = ?) ORDER BY id LIMIT ?) c`,
      [each, turn, allowed(), `${day} 17:00:00`, portfolio.admin.id, Math.ceil(CONTACTS / each)],
    );
  }
  // The next one comes an hour later, and is refused.
  await connection.query(
    `INSERT INTO contact_receipt SELECT id + 4000000000, case_id, borrower_id, contact_id, channel, kind, slot, 0, 0,
       conversation_at, released, released_at, actor_id, policy_version, override_id, call_back_at, ?, free_before, free_after,
       free_spoken, at + INTERVAL 1 HOUR FROM contact_receipt WHERE id % ? = 0`,
    [refused(), REFUSED],
  );
  await connection.query('ANALYZE TABLE contact_receipt');
}

/** Working days of the period, the oldest first; the borrowers' hours are all the same then. */
function workingDays(): string[] {
  const today = businessDay(new Date());
  const days = Array.from({ length: SIMULATION_DAYS - 2 }, (_, back) =>
    addDays(today, back - SIMULATION_DAYS + 2),
  );
  return days.filter(isWorkingDay);
}

const allowed = () => JSON.stringify({ allow: true, reasons: [], counters: {} });
const refused = () =>
  JSON.stringify({
    allow: false,
    reasons: [{ rule: 'attemptSpacing', params: { minutes: 120 } }],
    counters: {},
  });
