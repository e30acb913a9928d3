import { setTimeout as delay } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Heartbeat } from '../../contract/team/presence.js';
import { addDays, businessDay, startOfBusinessDay } from '../../contract/shared/date.js';
import { Load } from './rig/load.js';
import type { Rig } from './rig/rig.js';
import { closeWatchers, openWatchers } from './rig/watchers.js';
import type { Fault } from './rig/verdict.js';

const BEFORE_MS = 30_000;
const PHASE_MS = 20_000;
const AHEAD_MS = 300_000;
const BEATS_MS = 700;

/**
 * Midnight in Mexico City comes under load, when it is six in the morning by UTC; one server's clock is five minutes ahead,
 * and is put right when the new day has begun: it then runs through minutes again that it has seen. Each change counts on
 * the one day that it was recorded on, and nothing on the day that UTC says.
 */
export const midnight: Fault = {
  id: 'F14',
  name: 'midnight in Mexico City, one clock 5 min ahead and put right',
  clock: { at: () => new Date(lastMidnight().getTime() - BEFORE_MS).toISOString(), secondAheadMs: AHEAD_MS },
  async run(rig) {
    const [old, young] = daysOf(rig);
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 50, reads: 0.2 });
    load.start();
    const beats = beatOnBoth(rig);
    await delay(BEFORE_MS);
    await delay(PHASE_MS);
    const [, second] = rig.servers;
    await second!.stop();
    second!.use({ RECOUP_CLOCK_AT: rig.env['RECOUP_CLOCK_AT'] });
    second!.start();
    await second!.ready();
    await delay(PHASE_MS);
    beats.stop();
    await load.stop();
    await rig.drained();
    const failures = [
      ...(await closeWatchers(watchers)),
      ...(await wrongDays(rig, old, young)),
      ...(await wrongMoney(rig, [old, young])),
      ...(await wrongPresence(rig)),
    ];
    const counted = await rig.rows<{ day: string; payments: number }>(
      'SELECT CAST(day AS CHAR) AS day, CAST(SUM(payment_count) AS SIGNED) AS payments FROM collector_day GROUP BY day ORDER BY day',
    );
    const changes = await rig.count('SELECT COUNT(*) FROM presence_change');
    const notes = [
      `payments by day: ${counted.map(({ day, payments }) => `${day} ${payments}`).join(', ')}`,
      `${changes} changes of presence, told to servers 5 min apart, each later than the one before`,
    ];
    return { load: load.words, recoveries: [], failures, notes };
  },
};

function lastMidnight(): Date {
  return startOfBusinessDay(businessDay(new Date()));
}

/** The day that ends, and the one that begins. */
function daysOf(rig: Rig): [string, string] {
  const old = businessDay(new Date(rig.env['RECOUP_CLOCK_AT']!));
  return [old, addDays(old, 1)];
}

/** Each collector has each day once, and no other; both days have their work. */
async function wrongDays(rig: Rig, old: string, young: string): Promise<string[]> {
  const opened = await rig.rows<{ id: number; day: string; times: number }>(
    `SELECT subject_id AS id, JSON_VALUE(payload, '$.day') AS day, COUNT(*) AS times FROM domain_event
     WHERE name = 'day.opened' GROUP BY subject_id, day`,
  );
  const hours = await rig.rows<{ day: string; hour: number }>(
    'SELECT DISTINCT CAST(day AS CHAR) AS day, hour FROM group_hour',
  );
  const twice = opened.filter(({ times }) => Number(times) !== 1);
  const other = opened.filter(({ day }) => day !== old && day !== young);
  const wrong = hours.filter(({ day, hour }) => (day === old ? hour !== 23 : day !== young || hour !== 0));
  const here = new Set(opened.map(({ day }) => day));
  return [
    ...twice.map(({ id, day, times }) => `the day ${day} of ${id} was opened ${times} times`),
    ...other.map(({ id, day }) => `${id} has a day ${day}`),
    ...wrong.map(({ day, hour }) => `money stands at ${hour}:00 of ${day}`),
    ...(here.has(old) && here.has(young) ? [] : [`only ${[...here].join(', ')} was opened`]),
  ];
}

/** A day holds the records within its bounds, by the recorder's clock. */
async function wrongMoney(rig: Rig, days: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const day of days) {
    const [from, to] = [startOfBusinessDay(day), startOfBusinessDay(addDays(day, 1))];
    const recorded = await rig.count(
      `SELECT COUNT(*) FROM domain_event WHERE name = 'payment.posted' AND recorded_at >= ? AND recorded_at < ?
         AND JSON_VALUE(payload, '$.creditedTo') IS NOT NULL AND JSON_VALUE(payload, '$.creditedTo') <> 'null'`,
      [from, to],
    );
    const counted = await rig.count(
      'SELECT COALESCE(SUM(payment_count), 0) FROM collector_day WHERE day = ?',
      [day],
    );
    if (recorded === 0) failures.push(`nothing was paid on ${day}`);
    if (counted !== recorded)
      failures.push(`${recorded} payments were recorded on ${day}, its cards have ${counted}`);
  }
  return failures;
}

/** One collector with a page on each server, now on a call and now not. */
function beatOnBoth({ company: { target }, clients }: Rig): { stop: () => void } {
  const { token } = target;
  const pages = clients.urls.map((url) =>
    io(url, { transports: ['websocket'], auth: { token }, extraHeaders: { cookie: `token=${token}` } }),
  );
  let turn = 0;
  const timer = setInterval(() => {
    const phone: Heartbeat['phone'] = Math.floor(turn / pages.length) % 2 === 0 ? 'CALL' : 'FREE';
    const page = pages[turn % pages.length]!;
    turn += 1;
    // One tab, which comes to another server with each beat.
    if (page.connected) page.emit('beat', { tab: 'page-of-one', idleMs: 0, phone });
  }, BEATS_MS);
  return {
    stop: () => {
      clearInterval(timer);
      for (const page of pages) page.disconnect();
    },
  };
}

/** In the order of the log no change is earlier than the one before, and none is said twice. */
async function wrongPresence(rig: Rig): Promise<string[]> {
  const changes = await rig.rows<{ state: string; since: Date }>(
    `SELECT JSON_VALUE(payload, '$.state') AS state, effective_at AS since FROM domain_event
     WHERE name = 'presence.changed' AND subject_id = ? ORDER BY id`,
    [rig.company.target.id],
  );
  const bad = changes.filter((change, index) => {
    const before = changes[index - 1];
    return before && (before.since >= change.since || before.state === change.state);
  });
  return [
    ...(changes.length > 10 ? [] : [`presence changed ${changes.length} times only`]),
    ...bad.map(({ state, since }) => `presence: ${state} since ${since.toISOString()} is out of order`),
  ];
}
