import { randomUUID } from 'node:crypto';
import { castOf, subjectsOf, type Subject } from './lib/cast.js';
import { freePort, startRemote } from './lib/children.js';
import { FLOOR_CONNECTIONS, type Context } from './lib/context.js';
import { duel, middle, processorTime, ratio } from './lib/duel.js';
import { atLeast, atMost, count, ms, note, type Figure } from './lib/figures.js';
import { Rehearsal } from './lib/rehearsal.js';
import { scriptOf, type Script } from './lib/script.js';
import { query, startServer, type Site } from './lib/site.js';
import { paymentBody, recordBody, signatureOf, type Traffic } from './lib/traffic.js';
import { Config } from '../server/platform/config/config.js';

const CONNECTIONS = 32;
const TEAMS = 10;
const CASES_EACH = 60;
/** Ids for the floor's rows, taken from the product's counter. */
const FLOOR_IDS = 5_000_000;

/** A record and a payment through the product, and their two round trips sent raw. */
export async function commands({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.cases);
  const { secrets } = new Config({ ...site.env, PORT: '0' });
  const { subjects, scripts } = await prepare(site, secrets.paymentHmac);
  const server = await startServer(site);
  const floor = startRemote('processes/floor.js');
  const load = startRemote('processes/load.js');
  const port = await freePort();
  await floor.call('start', { port, databaseUrl: site.databaseUrl, connections: FLOOR_CONNECTIONS });
  const figures: Figure[] = [];
  for (const [kind, what] of [
    ['record', 'task/record'],
    ['payment', 'payment/callback'],
  ] as const) {
    const script = scripts[kind];
    await floor.call('command', { script, subjects, nextId: await reserve(site) });
    const traffic = (path?: string): Traffic =>
      kind === 'record'
        ? { kind, subjects, floor: path }
        : { kind, subjects, floor: path, secret: secrets.paymentHmac };
    await load.call('traffic', { name: 'product', traffic: traffic() });
    await load.call('traffic', { name: 'two', traffic: traffic('/command/') });
    const run = { connections: CONNECTIONS, seconds: options.seconds };
    const { product, two } = await duel(
      load,
      {
        product: { ...run, port: server.port, pid: server.pid, traffic: 'product' },
        two: { ...run, port, pid: floor.pid, traffic: 'two' },
      },
      options.rounds,
    );
    const beside = `${count(options.cases)} cases, ${CONNECTIONS} connections, ${count(subjects.length)} cases in turn`;
    const rate = count(middle(product, 'perSecond'));
    figures.push(
      atLeast(`${what}: of its two round trips sent raw`, beside, ratio(product, two, 'perSecond'), 0.85, `${rate}/s of ${count(middle(two, 'perSecond'))}/s`),
      atMost(`${what}: p99, of the raw trips'`, beside, ratio(product, two, 'p99'), 1.5, `${ms(middle(product, 'p99'))} and ${ms(middle(two, 'p99'))}`),
      note(`${what}: processor time per request`, beside, processorTime(product, two)),
    ); // prettier-ignore
  }
  await Promise.all([server.stop(), floor.stop(), load.stop()]);
  return figures;
}

interface Prepared {
  subjects: Subject[];
  scripts: { record: Script; payment: Script };
}

function prepare(site: Site, secret: string): Promise<Prepared> {
  return Rehearsal.of(site, async (rehearsal) => {
    const { collectors } = await castOf(site, rehearsal, TEAMS);
    const subjects = await subjectsOf(site, collectors, CASES_EACH);
    const record = async (kind: 'record' | 'payment', subject: Subject) => {
      const from = new Date();
      const reference = randomUUID();
      const body = JSON.stringify(
        kind === 'record' ? recordBody(subject, reference) : paymentBody(subject, reference),
      );
      const trace = await rehearsal.ask(
        kind === 'record'
          ? { method: 'POST', path: 'task/record', token: subject.token, body }
          : { method: 'POST', path: 'payment/callback', headers: signatureOf(secret, body), body },
      );
      if (trace.trips.length !== 2) throw new Error(`${kind} took ${trace.trips.length} round trips`);
      const newId = (trace.answer.data['recordId'] ?? trace.answer.data['paymentId'])!;
      return {
        trace,
        role: { ...subject, newId, nextId: newId + 1, reference, requestId: trace.requestId },
        from,
        to: new Date(),
      };
    };
    const scriptFor = async (kind: 'record' | 'payment') => {
      const recordings = [];
      for (const subject of subjects.slice(0, 5)) recordings.push(await record(kind, subject));
      return scriptOf(recordings);
    };
    return { subjects, scripts: { record: await scriptFor('record'), payment: await scriptFor('payment') } };
  });
}

async function reserve(site: Site): Promise<number> {
  return query(site.databaseUrl, async (connection) => {
    await connection.query(
      "UPDATE id_block SET next_id = LAST_INSERT_ID(next_id) + ? WHERE name = 'entity'",
      [FLOOR_IDS],
    );
    const [rows] = await connection.query('SELECT LAST_INSERT_ID() AS first');
    return Number((rows as { first: number }[])[0]!.first);
  });
}
