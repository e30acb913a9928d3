import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Config } from '../../server/platform/config/config.js';
import { OWN_SCHEMA } from '../../server/platform/db/own-schema.js';
import type { App } from './rig/apps.js';
import { longestPause } from './rig/calls.js';
import { Load } from './rig/load.js';
import { newestRelease } from './rig/release.js';
import { dist, type Rig } from './rig/rig.js';
import type { Fault } from './rig/verdict.js';
import { seconds } from './rig/wait.js';
import { closeWatchers, openWatchers } from './rig/watchers.js';

const LOADED_MS = 4_000;
const SIGNED_OUT = '-1';

/** How a build's parts took over from the other's. */
interface Change {
  /** The newest migration that the relay in the lead knows, after each part. */
  relays: number[];
  pauseMs: number;
}

/** Under load and on today's schema, the newest release takes over from this build part by part, and this build from it. */
export const twoBuilds: Fault = {
  id: 'F34',
  name: 'this build and the newest release, each replaced by the other part by part',
  alone: true,
  servers: 3,
  workers: 2,
  async run(rig) {
    const release = await newestRelease(join(new Config(rig.env).dataDir, 'releases'));
    const watchers = await openWatchers(rig.clients, rig.company);
    const load = new Load(rig.clients, rig.company, { writers: 6, restMs: 60, reads: 0.3 });
    const drains: Drain[] = [];
    load.start();
    // A newer server's events are for newer workers, which come first and go last.
    const back = await change(rig, [...rig.servers, ...rig.workers], release.dist, drains);
    const forth = await change(rig, [...rig.workers, ...rig.servers], dist, drains);
    await delay(LOADED_MS);
    await load.stop();
    await rig.drained();
    const signedOut = rig.clients.journal.filter(({ code }) => code === SIGNED_OUT).length;
    const newer = forth.relays.indexOf(OWN_SCHEMA);
    return {
      load: load.words,
      recoveries: [],
      failures: [
        ...(await closeWatchers(watchers)),
        ...unfit(rig, drains),
        ...(signedOut > 0 ? [`${signedOut} calls were answered as signed out`] : []),
        ...(back.relays.at(-1) === OWN_SCHEMA ? ['no relay of the release ever led'] : []),
        ...(newer < 0 || forth.relays.slice(newer).some((build) => build !== OWN_SCHEMA)
          ? [`the relays that led knew ${forth.relays.join(', ')}, this build ${OWN_SCHEMA}`]
          : []),
      ],
      notes: [
        `${release.version} took over: nothing was acknowledged for ${seconds(back.pauseMs)} s at most`,
        `this build took over: nothing was acknowledged for ${seconds(forth.pauseMs)} s at most`,
        `${rig.clients.failures.length} answers of servers that were going away`,
      ],
    };
  },
};

/** The time in which a server was going away. */
interface Drain {
  url: string;
  /** Whether it was of this build. */
  isOurs: boolean;
  from: number;
  to: number;
}

async function change(rig: Rig, apps: readonly App[], build: string, drains: Drain[]): Promise<Change> {
  const started = performance.now();
  const relays: number[] = [];
  for (const app of apps) {
    await delay(LOADED_MS);
    const from = performance.now();
    await app.stop();
    drains.push({ url: app.url, isOurs: build !== dist, from, to: performance.now() });
    app.replaceBy(join(build, rig.servers.includes(app) ? 'server/main.js' : 'workers/main.js'));
    app.start();
    await app.ready();
    await delay(LOADED_MS);
    const [lease] = await rig.rows<{ build: number }>('SELECT build FROM relay_lease');
    relays.push(Number(lease!.build));
  }
  return { relays, pauseMs: longestPause(rig.clients, started) };
}

/** Only a server that goes away may say that it cannot, and one of this build says when to come again. */
function unfit({ clients }: Rig, drains: readonly Drain[]): string[] {
  return clients.failures
    .filter(({ url, at, status, retryAfter }) => {
      const drain = drains.find((each) => each.url === url && at >= each.from && at <= each.to);
      return status !== 503 || !drain || (drain.isOurs && retryAfter === null);
    })
    .map(({ url, path, status, retryAfter }) => `${url}/api/${path} answered ${status}, ${retryAfter}`)
    .slice(0, 5);
}
