import { createServer } from 'node:net';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.js';
import { TEST_SECRETS } from './stack.js';

const LOWEST_PORT = 21_000;
const PORTS = 8_000;

/** A port for the outside world, chosen before the product starts, for the product reads its address at its start. */
export async function outsidePort(): Promise<number> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

/** The outside world over real HTTP, calling back to this server. */
export function startOutside(port: number, productUrl: string): Promise<Sandbox> {
  return startSandbox({ port, productUrl, secrets: TEST_SECRETS, worldNow: () => new Date() });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}
