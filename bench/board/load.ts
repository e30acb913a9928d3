import { setTimeout as delay } from 'node:timers/promises';
import { startRemote, type Product, type Remote } from '../lib/children.js';
import type { Context } from '../lib/context.js';
import { cpuMs } from '../lib/duel.js';
import { count, holds, ms, note, now, percentile, within, type Figure } from '../lib/figures.js';
import { Rehearsal } from '../lib/rehearsal.js';
import { settle, startServer, startWorkers, type Server, type Site } from '../lib/site.js';
import { queriesOf, userOfServer } from './queries.js';
import { SEATS, seatTeams } from './seats.js';
import type { Update } from './seat-producer.js';
import type { BoardViewer, Shown } from './viewers.js';

const WARM_UP_S = 6;
const IDLE_S = 15;
const SETTLE_MS = 30_000;
/** Viewers that share one session: more would exceed a session's budget of calls. */
const SHARE = 10;
const TARGET = { bytes: 50_000 };

/** A board that is watched: into how many the seats are divided, by how many, and how often a seat changes. */
interface Room {
  teams: number;
  viewers: number;
  /** Changes a second. */
  rate: number;
  /** Wanted 99th percentile from a change to its frame, ms. */
  lag: number;
  /** Wanted share of a processor that the server takes. */
  core: number;
}
const ROOMS: readonly Room[] = [
  { teams: 50, viewers: 500, rate: 1_000, lag: 250, core: 0.15 },
  { teams: 1, viewers: 500, rate: 1_000, lag: 250, core: 0.15 },
  { teams: 1, viewers: 1_000, rate: 200, lag: 500, core: 0.3 },
];

/** Everything that a board's viewers take: the teams that 2,000 seats make, and all of them in one. */
export async function boardLoad({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.growth[0]);
  const figures: Figure[] = [];
  for (const room of ROOMS) figures.push(...(await measure(site, room, Math.max(options.seconds, 15))));
  return figures;
}

async function measure(site: Site, room: Room, seconds: number): Promise<Figure[]> {
  const { teams, viewers: size, rate } = room;
  const groupIds = await seatTeams(site, teams);
  const tokens = await Rehearsal.of(site, (rehearsal) =>
    rehearsal.signIn(new Array<number>(size / SHARE).fill(site.portfolio.supervisor.id)),
  );
  const viewers = Array.from({ length: size }, (_, n): BoardViewer => {
    const token = tokens[Math.floor(n / SHARE)]!;
    return { token, groupId: groupIds[n % teams]!, reads: n < Math.max(5, teams) };
  });
  const database = await userOfServer(site);
  const [server, workers] = await Promise.all([
    startServer({ ...site, env: { ...site.env, DATABASE_URL: database } }),
    startWorkers(site),
  ]);
  const remotes = {
    producer: startRemote('board/seat-producer.js'),
    sockets: startRemote('board/viewers.js'),
  };
  await remotes.sockets.call('open', { port: server.port, viewers });
  await remotes.producer.call('open', { databaseUrl: site.databaseUrl, redisUrl: site.redisUrl });
  await remotes.producer.call('produce', { rate, seconds: WARM_UP_S });
  await settle(site, SETTLE_MS);
  const idle = await spent(site, server, workers, () => delay(IDLE_S * 1000));
  await remotes.sockets.call('take');
  const seen = await run(site, server, workers, remotes, { rate, seconds });
  await Promise.all([server.stop(), workers.stop(), remotes.producer.stop(), remotes.sockets.stop()]);
  return judge(room, seconds, idle, seen);
}

interface Spent {
  ms: number;
  server: number;
  workers: number;
  queries: number;
}

/** Processor time of each process, and the server's queries, while something is done. */
async function spent(
  site: Site,
  server: Server,
  workers: Product,
  work: () => Promise<unknown>,
): Promise<Spent> {
  const before = { at: now(), server: cpuMs(server.pid), workers: cpuMs(workers.pid) };
  const queries = await queriesOf(site);
  await work();
  return {
    ms: now() - before.at,
    server: cpuMs(server.pid) - before.server,
    workers: cpuMs(workers.pid) - before.workers,
    queries: (await queriesOf(site)) - queries,
  };
}

interface Taken {
  shown: Shown[];
  bytes: number;
  frames: number;
  missed: number;
  behind: number;
  cutOff: number;
}
interface Seen extends Taken {
  spent: Spent;
  updates: Update[];
  left: number;
  /** Seats of which the reading viewers' last figure is not that of the database. */
  wrong: number;
}

async function run(
  site: Site,
  server: Server,
  workers: Product,
  { producer, sockets }: { producer: Remote; sockets: Remote },
  order: { rate: number; seconds: number },
): Promise<Seen> {
  let updates: Update[] = [];
  const used = await spent(site, server, workers, async () => {
    updates = await producer.call<Update[]>('produce', order);
  });
  const left = await settle(site, SETTLE_MS);
  await delay(1_000);
  const taken = await sockets.call<Taken>('take');
  const last = new Map(taken.shown.map(({ collectorId, amount }) => [collectorId, amount]));
  const received = await producer.call<[number, number][]>('received');
  const wrong = received.filter(([id, amount]) => last.get(id) !== amount).length;
  return { ...taken, spent: used, updates, left, wrong };
}

function judge(
  { teams, viewers, rate, lag, core }: Room,
  seconds: number,
  idle: Spent,
  seen: Seen,
): Figure[] {
  const { spent: used, updates } = seen;
  const name = teams === 1 ? 'one board' : `${teams} boards`;
  const what = (text: string) => `board load, ${name}: ${text}`;
  const load = `${count(SEATS)} seats, ${count((updates.length * 1000) / used.ms)} updates/s for ${seconds} s, ${viewers} viewers`;
  const share = (of: 'server' | 'workers') => used[of] / used.ms;
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  const bytes = seen.bytes / viewers / (used.ms / 1000);
  const lags = lagsOf(updates, seen.shown);
  const queryRate = (used.queries / used.ms - idle.queries / idle.ms) * 1000;
  return [
    holds(
      what('the server of a core'),
      load,
      percent(share('server')),
      `<= ${percent(core)}`,
      share('server') <= core,
    ),
    note(what('relay and workers of a core'), load, percent(share('workers'))),
    note(
      what('server and workers at rest'),
      `${viewers} viewers`,
      `${percent(idle.server / idle.ms)}, ${percent(idle.workers / idle.ms)}`,
    ),
    holds(
      what('bytes a second for a viewer'),
      load,
      `${count(bytes)} in ${(seen.frames / viewers / (used.ms / 1000)).toFixed(1)} frames`,
      `<= ${count(TARGET.bytes)}`,
      bytes <= TARGET.bytes,
    ),
    within(what('lag p99'), load, percentile(lags, 0.99), lag, `p50 ${ms(percentile(lags, 0.5))}`),
    holds(
      what('queries of the server for an update and viewer'),
      load,
      `${(queryRate / rate / viewers).toFixed(4)} (${(used.queries / (used.ms / 1000)).toFixed(0)}/s, at rest ${(idle.queries / (idle.ms / 1000)).toFixed(0)}/s)`,
      '0',
      Math.abs(queryRate / rate) < 0.05,
    ),
    holds(
      what('lost'),
      load,
      `${seen.missed} frames, ${seen.cutOff} viewers cut off, ${seen.behind} behind, ${seen.wrong} seats differ, ${seen.left} events left`,
      '0, 0, 0, 0, 0',
      seen.missed + seen.cutOff + seen.behind + seen.wrong + seen.left === 0,
    ),
  ];
}

/** From the commit to the first frame with that figure or a newer one. */
function lagsOf(updates: readonly Update[], shown: readonly Shown[]): number[] {
  const bySeat = new Map<number, Shown[]>();
  for (const each of shown) {
    const known = bySeat.get(each.collectorId);
    if (known) known.push(each);
    else bySeat.set(each.collectorId, [each]);
  }
  return updates.flatMap(({ collectorId, amount, at }) => {
    const first = bySeat.get(collectorId)?.find((each) => each.amount >= amount);
    return first ? [Math.max(0, first.at - at)] : [];
  });
}
