import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { trackedIn } from './proxy.js';

const LOOK_MS = 500;

/** Takes every connection to one of several servers. */
export interface LeaderProxy {
  port: number;
  /** The port of the one that is led to. */
  readonly leader: number;
  close(): Promise<void>;
}

/**
 * As HAProxy does it with one server and the others as `backup`: the first that serves is led to until it serves no longer, and then
 * all that is connected to it is cut off.
 */
export async function leaderProxy(
  ports: readonly number[],
  serves: (port: number) => Promise<boolean>,
): Promise<LeaderProxy> {
  const sockets = new Set<Socket>();
  let leader = ports[0]!;
  let isOver = false;
  const track = trackedIn(sockets);
  const server = createServer((client) => {
    track(client);
    const service = connect(leader, '127.0.0.1');
    track(service);
    client.on('close', () => service.destroy());
    service.on('close', () => client.destroy());
    client.pipe(service).pipe(client);
  });
  const watch = async () => {
    while (!isOver) {
      if (!(await serves(leader))) {
        for (const socket of sockets) socket.destroy();
        const states = await Promise.all(ports.map(serves));
        leader = ports[states.indexOf(true)] ?? leader;
      }
      await delay(LOOK_MS);
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const watching = watch();
  return {
    port: (server.address() as AddressInfo).port,
    get leader() {
      return leader;
    },
    async close() {
      isOver = true;
      await watching;
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
