import { Config } from '../server/platform/config/config.js';
import { callsOf } from './lib/calls.js';
import { castOf, subjectsOf } from './lib/cast.js';
import { startRemote, type Remote } from './lib/children.js';
import type { Context } from './lib/context.js';
import { duel, middle, ratio } from './lib/duel.js';
import { count, holds, ms, within, type Figure } from './lib/figures.js';
import { Rehearsal } from './lib/rehearsal.js';
import { foldCounts, startServer, type Server, type Site } from './lib/site.js';
import type { Traffic } from './lib/traffic.js';

const TEAMS = 10;
const CASES_EACH = 5;
const CONNECTIONS = 2;
const REQUESTS = 200;
const TARGET = { p50: 1.5, p99: 3 };
/** Lists that are open all day for a viewer of all cases: limited at the median for any number of cases. */
const WIDE = ['list, supervisor', 'list by name, supervisor', 'counts, supervisor'];
const WIDE_MS = 10;

/** Every call on a small and on a large portfolio: what a page costs must not depend on how many cases there are. */
export async function growth({ options, say, site: siteOf }: Context): Promise<Figure[]> {
  const sides = [];
  for (const cases of options.growth) sides.push(await open(await siteOf(cases)));
  const [small, large] = sides as [Side, Side];
  const load = startRemote('processes/load.js');
  const figures: Figure[] = [];
  for (const what of Object.keys(small.calls)) {
    await offer(load, 'small', small.calls[what]!);
    await offer(load, 'large', large.calls[what]!);
    const run = { connections: CONNECTIONS, requests: REQUESTS, seconds: options.seconds };
    const results = await duel(
      load,
      {
        small: { ...run, port: small.server.port, pid: small.server.pid, traffic: 'small' },
        large: { ...run, port: large.server.port, pid: large.server.pid, traffic: 'large' },
      },
      options.rounds,
    );
    const grown = {
      p50: ratio(results.large, results.small, 'p50'),
      p99: ratio(results.large, results.small, 'p99'),
    };
    const [before, after] = (['small', 'large'] as const).map(
      (side) => `${ms(middle(results[side], 'p50'))} and ${ms(middle(results[side], 'p99'))}`,
    );
    say(`${what}: ${before} -> ${after}`);
    if (WIDE.includes(what)) {
      const cases = count(options.growth[1]);
      figures.push(within(`growth: ${what}, p50`, `${cases} cases`, middle(results.large, 'p50'), WIDE_MS));
    }
    figures.push(
      holds(
        `growth: ${what}`,
        `${options.growth.map(count).join(' -> ')} cases, ${CONNECTIONS} connections, ${REQUESTS} requests a round`,
        `p50 x${grown.p50.toFixed(2)}, p99 x${grown.p99.toFixed(2)} (${before} -> ${after})`,
        `p50 <= x${TARGET.p50}, p99 <= x${TARGET.p99}`,
        grown.p50 <= TARGET.p50 && grown.p99 <= TARGET.p99,
      ),
    );
  }
  await Promise.all([small.server.stop(), large.server.stop(), load.stop()]);
  return figures;
}

interface Side {
  server: Server;
  calls: Record<string, Traffic>;
}

async function open(site: Site): Promise<Side> {
  const { secrets } = new Config({ ...site.env, PORT: '0' });
  const calls = await Rehearsal.of(site, async (rehearsal) => {
    const cast = await castOf(site, rehearsal, TEAMS);
    return callsOf(cast, await subjectsOf(site, cast.collectors, CASES_EACH), secrets.paymentHmac);
  });
  await foldCounts(site);
  return { server: await startServer(site, `server-${site.portfolio.cases}`), calls };
}

function offer(load: Remote, name: string, traffic: Traffic): Promise<void> {
  return load.call('traffic', { name, traffic });
}
