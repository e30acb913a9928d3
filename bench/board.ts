import type { Connection } from 'mysql2/promise';
import { businessDay, startOfBusinessDay } from '../contract/shared/date.js';
import { wallClock } from '../contract/shared/wall-clock.js';
import { castOf } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { count, ms, note, now, percentile, within, type Figure } from './lib/figures.js';
import { getRequest, HttpConnection, sessionHeaders } from './lib/http-connection.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, settle, startServer, startWorkers } from './lib/site.js';

const EVENTS = 200_000;
const TEAMS = 40;
const ROUNDS = 3;
const PATIENCE_MS = 120_000;
const TARGET_MS = 2_000;

/** A board of any minute of a day of many events, over HTTP. It leaves a portfolio that is filled again. */
export async function board({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.growth[0]);
  const cast = await Rehearsal.of(site, (rehearsal) => castOf(site, rehearsal, TEAMS));
  await query(site.databaseUrl, fillDay);
  const [server, workers] = await Promise.all([startServer(site), startWorkers(site)]);
  const left = await settle(site, PATIENCE_MS);
  const connection = await HttpConnection.open(server.port);
  const times: number[] = [];
  const folded: number[] = [];
  const minute = wallClock(new Date()).slice(11, 16);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { token, groupId } of cast.leaders) {
      const path = `/api/dashboard/replay?groupId=${groupId}&minute=${minute}`;
      const started = now();
      const answer = await connection.send(getRequest(path, sessionHeaders(token)));
      times.push(now() - started);
      folded.push((JSON.parse(answer) as { data: { events: number } }).data.events);
    }
  }
  connection.close();
  await Promise.all([server.stop(), workers.stop()]);
  const load = [
    `a day of ${count(EVENTS)} events`,
    `${cast.leaders.length} teams with ${count(percentile(folded, 0.5))} each`,
  ].join(', ');
  return [
    within('board of any minute: p99', load, percentile(times, 0.99), TARGET_MS),
    note('board of any minute: p50', load, ms(percentile(times, 0.5))),
    note('board of any minute: not folded before', load, count(left)),
  ];
}

/** Spreads the events over the day so far and over all cases of its collectors. */
async function fillDay(connection: Connection): Promise<void> {
  const end = new Date();
  const day = businessDay(end);
  const start = startOfBusinessDay(day);
  await connection.query('DELETE FROM bench_portfolio');
  const [[found]] = (await connection.query(
    'SELECT COUNT(*) AS cases FROM collector_day_case WHERE day = ?',
    [day],
  )) as unknown as [{ cases: number }[]];
  const times = Math.ceil(EVENTS / found!.cases);
  const repeats = Array.from({ length: times }, (_, n) => `SELECT ${n} AS r`).join(' UNION ALL ');
  await connection.query(
    `INSERT INTO domain_event (name, subject_type, subject_id, case_id, payload, effective_at, recorded_at)
     SELECT IF(at % 4 = 0, 'payment.posted', 'action.recorded'), 'case', case_id, case_id,
       IF(at % 4 = 0,
         JSON_OBJECT('caseId', case_id, 'paymentId', at, 'loanItemId', 1, 'amount', 100, 'towardsDue', 100,
           'channel', 'SPEI', 'creditedTo', collector_id, 'amountDueAfter', 100, 'statusAfter', 'C10'),
         JSON_OBJECT('caseId', case_id, 'recordId', at, 'collectorId', collector_id, 'contactId', NULL, 'channel', NULL,
           'callStatus', 'CONNECTED', 'result', 'WTP', 'collectionResult', NULL, 'statusBefore', 'C10',
           'statusAfter', 'C10', 'nextFollowUpAt', NULL)),
       ? + INTERVAL at * ? MICROSECOND, ? + INTERVAL at * ? MICROSECOND
     FROM (SELECT k.collector_id, k.case_id, ROW_NUMBER() OVER (ORDER BY r, k.case_id) AS at
       FROM collector_day_case k JOIN (${repeats}) again WHERE k.day = ?) spread
     WHERE at <= ? ORDER BY at`,
    [start, step(start, end), start, step(start, end), day, EVENTS],
  );
}

/** Microseconds between two events. */
function step(start: Date, end: Date): number {
  return Math.floor(((end.getTime() - start.getTime()) * 1_000) / (EVENTS + 1));
}
