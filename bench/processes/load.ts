import { answerCalls } from '../lib/children.js';
import { percentile } from '../lib/figures.js';
import { HttpConnection } from '../lib/http-connection.js';
import { requestOf, type Traffic } from '../lib/traffic.js';

export interface Run {
  port: number;
  traffic: string;
  connections: number;
  seconds: number;
  /** Ends earlier when as many were answered. */
  requests?: number;
}

export interface Result {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
}

/** The load generator, in a process of its own. */
const traffics = new Map<string, { traffic: Traffic; cursor: number }>();

function next(name: string): string {
  const entry = traffics.get(name)!;
  return requestOf(entry.traffic, entry.cursor++);
}

async function measure({ port, traffic, connections, seconds, requests }: Run): Promise<Result> {
  const clients = await Promise.all(Array.from({ length: connections }, () => HttpConnection.open(port)));
  const latencies: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  let left = requests ?? Infinity;
  await Promise.all(
    clients.map(async (client) => {
      for (let sent = performance.now(); sent < until && left > 0; sent = performance.now()) {
        left--;
        const body = await client.send(next(traffic));
        latencies.push(performance.now() - sent);
        if (!body.startsWith('{"code":"00"') && !body.startsWith('{"collectorId"'))
          throw new Error(`Refused: ${body.slice(0, 300)}`);
      }
    }),
  ).finally(() => clients.forEach((client) => client.close()));
  const perSecond = (latencies.length * 1000) / (performance.now() - started);
  return {
    requests: latencies.length,
    perSecond,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  };
}

answerCalls({
  traffic: ({ name, traffic }: { name: string; traffic: Traffic }) =>
    void traffics.set(name, { traffic, cursor: 0 }),
  run: measure,
});
