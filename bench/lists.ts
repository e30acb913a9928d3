import type { Site } from './lib/site.js';
import { startServer } from './lib/site.js';
import { castOf, subjectsOf } from './lib/cast.js';
import { freePort, startRemote } from './lib/children.js';
import { FLOOR_CONNECTIONS, type Context } from './lib/context.js';
import { duel, middle, processorTime, ratio } from './lib/duel.js';
import { atLeast, atMost, count, ms, note, type Figure } from './lib/figures.js';
import { getRequest, sessionHeaders } from './lib/http-connection.js';
import { commonReads, Rehearsal, type Ask } from './lib/rehearsal.js';
import type { Statement } from '../server/platform/db/sql.js';

const CONNECTIONS = 50;
const TEAMS = 10;
const CASES_EACH = 5;

interface Prepared {
  asks: Ask[];
  statements: Statement[][];
}

/** A collector's first page and one case, through the whole product and through the floor on the same statements. */
export async function lists({ options, site: siteOf }: Context): Promise<Figure[]> {
  const site = await siteOf(options.cases);
  const { listing, info } = await prepare(site);
  const server = await startServer(site);
  const floor = startRemote('processes/floor.js');
  const load = startRemote('processes/load.js');
  const port = await freePort();
  await floor.call('start', { port, databaseUrl: site.databaseUrl, connections: FLOOR_CONNECTIONS });
  const figures: Figure[] = [];
  for (const [what, { asks, statements }, share] of [
    ['task/listing, a page of 15', listing, 0.8],
    ['task/info, one case', info, 0.7],
  ] as const) {
    await floor.call('reads', statements);
    await load.call('traffic', {
      name: 'product',
      traffic: { kind: 'fixed', requests: asks.map(requestOf) },
    });
    await load.call('traffic', {
      name: 'floor',
      traffic: {
        kind: 'fixed',
        requests: asks.map(({ token }, index) => getRequest(`/read/${index}`, sessionHeaders(token!))),
      },
    });
    const run = { connections: CONNECTIONS, seconds: options.seconds };
    const { product, floor: bare } = await duel(
      load,
      {
        product: { ...run, port: server.port, pid: server.pid, traffic: 'product' },
        floor: { ...run, port, pid: floor.pid, traffic: 'floor' },
      },
      options.rounds,
    );
    const beside = `${count(options.cases)} cases, ${CONNECTIONS} connections, ${asks.length} requests in turn`;
    const rates = `${count(middle(product, 'perSecond'))}/s of ${count(middle(bare, 'perSecond'))}/s`;
    const tails = `${ms(middle(product, 'p99'))} and ${ms(middle(bare, 'p99'))}`;
    figures.push(
      atLeast(
        `${what}: requests a second, of the floor's`,
        beside,
        ratio(product, bare, 'perSecond'),
        share,
        rates,
      ),
      atMost(`${what}: p99, of the floor's`, beside, ratio(product, bare, 'p99'), 1.5, tails),
      note(`${what}: processor time per request`, beside, processorTime(product, bare)),
    );
  }
  await Promise.all([server.stop(), floor.stop(), load.stop()]);
  return figures;
}

function requestOf({ path, token }: Ask): string {
  return getRequest(`/api/${path}`, sessionHeaders(token!));
}

function prepare(site: Site): Promise<{ listing: Prepared; info: Prepared }> {
  return Rehearsal.of(site, async (rehearsal) => {
    const { collectors } = await castOf(site, rehearsal, TEAMS);
    const subjects = await subjectsOf(site, collectors, CASES_EACH);
    const record = async (asks: Ask[]) => {
      const traces = [];
      for (const ask of asks) traces.push(await rehearsal.ask(ask));
      return { asks, statements: commonReads(traces) };
    };
    return {
      listing: await record(collectors.map(({ token }) => ({ method: 'GET', path: 'task/listing', token }))),
      info: await record(
        subjects.map(({ caseId, token }) => ({ method: 'GET', path: `task/info/${caseId}`, token })),
      ),
    };
  });
}
