import { setTimeout as delay } from 'node:timers/promises';
import type { Cast } from '../lib/cast.js';
import { startRemote } from '../lib/children.js';
import { count, holds, ms, note, now, percentile, within, type Figure } from '../lib/figures.js';
import { HttpConnection, postRequest, sessionHeaders } from '../lib/http-connection.js';
import { startWorkers, type Server, type Site } from '../lib/site.js';
import type { Seen } from './viewers.js';

const VIEWERS = 50;
const RATE = 200;
const CONNECTIONS = 16;
const LEAST_SECONDS = 10;
const SETTLE_MS = 5_000;
const TARGET_MS = 250;

interface Scene {
  site: Site;
  server: Server;
  cast: Cast;
}

/** From a collector's browser that tells what was done to fifty supervisors' sockets. */
export async function feed({ site, server, cast }: Scene, wanted: number): Promise<Figure[]> {
  const seconds = Math.max(LEAST_SECONDS, wanted);
  const workers = await startWorkers(site);
  const viewers = startRemote('monitoring/viewers.js');
  const opened = await viewers.call<number>('open', {
    port: server.port,
    token: cast.supervisor.token,
    count: VIEWERS,
  });
  const connections = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => HttpConnection.open(server.port)),
  );
  const sent = new Map<string, number>();
  /** From then on it is committed for certain. */
  const answered = new Map<string, number>();
  const busy = new Map(connections.map((connection) => [connection, Promise.resolve()]));
  const started = now();
  for (let n = 0; n < RATE * seconds; n++) {
    const wait = started + (n * 1_000) / RATE - now();
    if (wait > 0) await delay(wait);
    const seat = cast.collectors[n % cast.collectors.length]!;
    const name = nameOf(n);
    const body = JSON.stringify({ type: 'PAGE', detail: name });
    const request = postRequest('/api/user/behavior/add', sessionHeaders(seat.token), body);
    const connection = connections[n % CONNECTIONS]!;
    sent.set(name, now());
    // One after the other on each connection.
    busy.set(
      connection,
      busy.get(connection)!.then(async () => {
        await connection.send(request);
        answered.set(name, now());
      }),
    );
  }
  await Promise.all(busy.values());
  await delay(SETTLE_MS);
  const { sights, frames, bytes } = await viewers.call<Seen>('take');
  const latencies = sights.flatMap(([name, at]) => (sent.has(name) ? [at - sent.get(name)!] : []));
  const recorded = [...answered].map(([name, at]) => at - sent.get(name)!);
  // A frame may be faster than the answer.
  const carried = sights.flatMap(([name, at]) => {
    const known = answered.get(name);
    return known === undefined ? [] : [Math.max(0, at - known)];
  });
  for (const connection of connections) connection.close();
  await Promise.all([viewers.stop(), workers.stop()]);
  const load = `${RATE} records/s for ${seconds} s, ${cast.collectors.length} people, ${opened} supervisors`;
  const lost = RATE * seconds * VIEWERS - latencies.length;
  return [
    within('feed: record to socket, p99', load, percentile(latencies, 0.99), TARGET_MS),
    note('feed: record to socket, p50', load, ms(percentile(latencies, 0.5))),
    note('feed: of it until the server had answered, p99', load, ms(percentile(recorded, 0.99))),
    note('feed: of it from the answer on, p99', load, ms(percentile(carried, 0.99))),
    holds('feed: lost', load, `${count(lost)} of ${count(RATE * seconds * VIEWERS)}`, '0', lost === 0),
    note('feed: frames', load, `${count(frames / VIEWERS)} to each, ${count(bytes / frames)} bytes`),
  ];
}

/** In letters: a detail keeps no long numbers. */
function nameOf(n: number): string {
  return `bench-${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`;
}
