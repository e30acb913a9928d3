import { setTimeout as delay } from 'node:timers/promises';
import { businessDay } from '../contract/shared/date.js';
import { Config } from '../server/platform/config/config.js';
import { castOf, subjectsOf, type Cast, type Seat, type Subject } from './lib/cast.js';
import { startRemote, type Remote } from './lib/children.js';
import type { Context } from './lib/context.js';
import { count, holds, ms, note, now, percentile, within, type Figure } from './lib/figures.js';
import { Payer } from './lib/payer.js';
import { Rehearsal } from './lib/rehearsal.js';
import { query, startServer, startWorkers, type Site } from './lib/site.js';
import { Witness, type Paid } from './lib/witness.js';
import type { Sight } from './processes/sockets.js';

const TEAMS = 20;
const SOCKETS = 500;
const CASES_EACH = 20;
const SETTLE_MS = 10_000;
const WARM_UP = { rate: 20, seconds: 5 };
const PHASES = [
  { rate: 10, seconds: 30, p50: 15, p99: 50 },
  { rate: 100, seconds: 20, p50: null, p99: 150 },
];
type Phase = (typeof PHASES)[number];

/** From a payment's callback to the collector's card and to every browser on the team's board. */
export async function push({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.growth[0]);
  const { cast, subjects } = await Rehearsal.of(site, async (rehearsal) => {
    const people = await castOf(site, rehearsal, TEAMS);
    return { cast: people, subjects: await subjectsOf(site, people.collectors, CASES_EACH) };
  });
  const [server, workers] = await Promise.all([startServer(site), startWorkers(site)]);
  const sockets = startRemote('processes/sockets.js');
  const boards = cast.collectors.length;
  const seats = [...cast.collectors, ...watchersOf(cast)];
  const viewers = seats.map(({ token, groupId }, index) => ({
    token,
    watch: index < boards ? null : groupId,
  }));
  await sockets.call('open', { port: server.port, viewers });
  const { secrets } = new Config({ ...site.env, PORT: '0' });
  const payer = new Payer(server.port, secrets.paymentHmac);
  const witness = new Witness(seats, boards);
  const figures: Figure[] = [];
  await measure({ site, payer, subjects, sockets, witness, seats }, WARM_UP.rate, WARM_UP.seconds);
  for (const phase of PHASES) {
    const seen = await measure({ site, payer, subjects, sockets, witness, seats }, phase.rate, phase.seconds);
    const load = `${phase.rate} payments/s for ${phase.seconds} s, ${boards} cards and ${seats.length - boards} board viewers`;
    figures.push(...judge(phase, load, witness.latencies(seen.paid, seen.sights)));
    const lost = `${seen.lost} of ${count(seen.of)} last values, ${seen.wrong} differ from the database`;
    figures.push(
      holds('push: lost', `${load}, ${count(seen.frames)} frames`, lost, '0', seen.lost + seen.wrong === 0),
    );
  }
  const own = `p50 ${ms(percentile(payer.latencies, 0.5))}, p99 ${ms(percentile(payer.latencies, 0.99))}`;
  figures.push(note('push: the callback’s own answer', 'all of the above', own));
  payer.close();
  await Promise.all([sockets.stop(), workers.stop(), server.stop()]);
  return figures;
}

/** The leaders share the sockets that the collectors leave, each on the own team's board. */
function watchersOf({ collectors, leaders }: Cast): Seat[] {
  const length = Math.max(leaders.length, SOCKETS - collectors.length);
  return Array.from({ length }, (_, n) => leaders[n % leaders.length]!);
}

interface Scene {
  site: Site;
  payer: Payer;
  subjects: readonly Subject[];
  sockets: Remote;
  witness: Witness;
  seats: readonly Seat[];
}
interface Seen {
  paid: Paid[];
  sights: Sight[];
  frames: number;
  of: number;
  lost: number;
  wrong: number;
}

/** Pays at an even pace, each time a random collector, and waits until everybody has been shown the last values. */
async function measure(scene: Scene, rate: number, seconds: number): Promise<Seen> {
  const { site, payer, subjects, sockets, witness } = scene;
  const received = await receivedBy(site);
  const expected = new Map<number, number>();
  const paid: Paid[] = [];
  const started = now();
  for (let n = 0; n < rate * seconds; n++) {
    const wait = started + (n * 1000) / rate - now();
    if (wait > 0) await delay(wait);
    const subject = subjects[Math.floor(Math.random() * subjects.length)]!;
    const { collectorId } = subject;
    const sentAt = now();
    const amount = (expected.get(collectorId) ?? received.get(collectorId)!) + payer.send(subject);
    expected.set(collectorId, amount);
    paid.push({ collectorId, amount, sentAt });
  }
  await payer.answered();
  const shown = await settle(sockets, witness, expected);
  const kept = await receivedBy(site);
  const wrong = [...expected].filter(([id, amount]) => kept.get(id) !== amount).length;
  return { paid, ...shown, wrong };
}

async function settle(
  sockets: Remote,
  witness: Witness,
  expected: ReadonlyMap<number, number>,
): Promise<Omit<Seen, 'paid' | 'wrong'>> {
  const until = now() + SETTLE_MS;
  const sights: Sight[] = [];
  let frames = 0;
  for (;;) {
    const taken = await sockets.call<{ sights: Sight[]; frames: number }>('take');
    witness.note(taken.sights);
    sights.push(...taken.sights);
    frames += taken.frames;
    const missing = witness.missing(expected);
    if (missing.lost === 0 || now() > until) return { sights, frames, ...missing };
    await delay(50);
  }
}

function judge(phase: Phase, load: string, latencies: { cards: number[]; boards: number[] }): Figure[] {
  const all = [...latencies.cards, ...latencies.boards];
  const beside = (share: number) =>
    `cards ${ms(percentile(latencies.cards, share))}, boards ${ms(percentile(latencies.boards, share))}`;
  return [
    ...(phase.p50 === null
      ? [note('push: p50', load, ms(percentile(all, 0.5)))]
      : [within('push: p50', load, percentile(all, 0.5), phase.p50, beside(0.5))]),
    within('push: p99', load, percentile(all, 0.99), phase.p99, beside(0.99)),
  ];
}

async function receivedBy(site: Site): Promise<Map<number, number>> {
  return query(site.databaseUrl, async (connection) => {
    const [rows] = await connection.query(
      'SELECT collector_id AS id, received_amount AS amount FROM collector_day WHERE day = ?',
      [businessDay(new Date())],
    );
    return new Map((rows as { id: number; amount: number }[]).map(({ id, amount }) => [id, amount]));
  });
}
