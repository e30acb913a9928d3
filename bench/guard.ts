import { setTimeout as delay } from 'node:timers/promises';
import { castOf, subjectsOf, type Subject } from './lib/cast.js';
import type { Context } from './lib/context.js';
import { count, median, ms, note, percentile, within, type Figure } from './lib/figures.js';
import { HttpConnection, postRequest, sessionHeaders } from './lib/http-connection.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, startServer, type Site } from './lib/site.js';
import { workingHours } from './lib/working-hours.js';

const PAST_CONTACTS = 1_000_000;
const PER_SECOND = 200;
const CONNECTIONS = 40;
const TEAMS = 20;
const CASES_EACH = 25;
const GOAL_MS = 20;
/** Days of past contacts: most are older than the decision's periods. */
const PAST_DAYS = 30;
const WARM_UP = 400;

/** Decisions before the button is pressed: as many a second as there are, whether or not the last one is answered yet. */
export async function guard({ options, site: siteOf, say }: Context): Promise<Figure[]> {
  const plain = await siteOf(options.cases);
  const now = workingHours();
  const site: Site = { ...plain, env: { ...plain.env, RECOUP_CLOCK_AT: now } };
  const subjects = await Rehearsal.of(plain, async (rehearsal) => {
    const { collectors } = await castOf(plain, rehearsal, TEAMS);
    return subjectsOf(plain, collectors, CASES_EACH);
  });
  await fillContacts(plain, new Date(now), say);
  const server = await startServer(site);
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => HttpConnection.open(server.port)),
  );
  const asks = subjects.map(requestOf);
  await decisions(clients, asks, WARM_UP);
  const rounds: number[][] = [];
  for (let round = 0; round < options.rounds; round++)
    rounds.push(await decisions(clients, asks, PER_SECOND * options.seconds));
  for (const client of clients) client.close();
  await server.stop();
  const load = `${PER_SECOND}/s over HTTP, ${count(PAST_CONTACTS)} past contacts, ${count(options.cases)} cases`;
  const of = (share: number) => median(rounds.map((latencies) => percentile(latencies, share)));
  return [
    within('guard: contact/check, p99', load, of(0.99), GOAL_MS),
    note('guard: contact/check, p50', load, ms(of(0.5))),
  ];
}

/** Sends at the moment that is due, on whichever connection is free; a late answer does not hold the next one up. */
async function decisions(
  clients: readonly HttpConnection[],
  asks: readonly string[],
  total: number,
): Promise<number[]> {
  const free = [...clients];
  const waiting: ((client: HttpConnection) => void)[] = [];
  const latencies: number[] = [];
  const started = performance.now();
  const one = async (index: number, due: number) => {
    const client = free.pop() ?? (await new Promise<HttpConnection>((resolve) => waiting.push(resolve)));
    const body = await client.send(asks[index % asks.length]!);
    latencies.push(performance.now() - due);
    if (!body.startsWith('{"code":"00"')) throw new Error(`Refused: ${body.slice(0, 300)}`);
    const next = waiting.shift();
    if (next) next(client);
    else free.push(client);
  };
  const sent: Promise<void>[] = [];
  for (let index = 0; index < total; index++) {
    const due = started + (index * 1000) / PER_SECOND;
    const wait = due - performance.now();
    if (wait > 1) await delay(wait);
    sent.push(one(index, due));
  }
  await Promise.all(sent);
  return latencies;
}

function requestOf({ caseId: taskId, contactId, token }: Subject): string {
  const body = JSON.stringify({ taskId, contactId, channel: 'CALL' });
  return postRequest('/api/contact/check', sessionHeaders(token), body);
}

/** Spreads the past contacts over all open cases, so that each borrower has as many. */
async function fillContacts(site: Site, now: Date, say: (line: string) => void): Promise<void> {
  await query(site.databaseUrl, async (connection) => {
    const figure = async (text: string) => {
      const [rows] = await connection.query(text);
      return Number((rows as { n: number }[])[0]!.n);
    };
    const there = await figure('SELECT COUNT(*) AS n FROM contact_receipt');
    if (there >= PAST_CONTACTS) return;
    say(`Filling ${count(PAST_CONTACTS)} past contacts`);
    const cases = await figure('SELECT COUNT(*) AS n FROM collection_case');
    const each = Math.ceil(PAST_CONTACTS / cases);
    const decision = JSON.stringify({ allow: true, reasons: [], counters: {} });
    const step = (PAST_DAYS * 1440) / each;
    for (let turn = 0; turn < each; turn++) {
      const minutes = Math.round((turn + 0.5) * step);
      await connection.query(
        `INSERT INTO contact_receipt (id, case_id, borrower_id, contact_id, channel, kind, slot, allowed, counted, actor_id,
           policy_version, decision, free_before, free_after, free_spoken, at)
         SELECT 8000000000 + c.id * ? + ?, c.id, c.borrower_id, NULL, 'CALL', 'ACT', 'ATTEMPT', 1, 1, c.owner_id, 0, ?,
           ?, ?, ?, ? - INTERVAL (? + c.id % 60) MINUTE
         FROM collection_case c`,
        [each, turn, decision, now, now, now, now, minutes],
      );
    }
    await connection.query('ANALYZE TABLE contact_receipt');
  });
}
