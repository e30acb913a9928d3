import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Redis as Client } from 'ioredis';
import { Config } from '../../server/platform/config/config.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { Redis } from '../../server/platform/redis/redis.js';
import { until } from '../faults/rig/wait.js';
import { TEST_SECRETS } from '../support/stack.js';

const url = new URL(process.env['TEST_REDIS_URL']!);
const MASTER = `*2\r\n$${url.hostname.length}\r\n${url.hostname}\r\n$${url.port.length}\r\n${url.port}\r\n`;
const array = (...words: string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`;

/** A sentinel, which stands outside: it names the Redis of the tests, and may take its time. */
class Sentinel {
  isSilent = false;
  readonly held: Socket[] = [];
  readonly watching = new Set<Socket>();
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => (this.sockets.delete(socket), this.watching.delete(socket)));
      socket.on('data', (data) => this.answer(socket, data.toString().toLowerCase()));
    });
  }

  static async start(): Promise<Sentinel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Sentinel(server);
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private answer(socket: Socket, commands: string): void {
    for (const command of commands.split(/(?=^\*\d+\r\n)/m))
      if (command.includes('get-master-addr')) {
        if (this.isSilent) this.held.push(socket);
        else socket.write(MASTER);
      } else if (command.includes('subscribe')) {
        this.watching.add(socket);
        socket.write('*3\r\n$9\r\nsubscribe\r\n$14\r\n+switch-master\r\n:1\r\n');
      } else socket.write(command.includes('sentinels') ? '*0\r\n' : '+OK\r\n');
  }

  tellOfAnotherLeader(): void {
    for (const socket of this.watching) socket.write(array('message', '+switch-master', 'recoup'));
  }

  goOn(): void {
    this.isSilent = false;
    for (const socket of this.held.splice(0)) socket.write(MASTER);
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

describe('Redis by sentinels', () => {
  const open: { close(): Promise<unknown> }[] = [];

  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });

  async function sentinel(): Promise<Sentinel> {
    const one = await Sentinel.start();
    open.push(one);
    return one;
  }

  function redisBy(...sentinels: Sentinel[]): Redis {
    const config = new Config({
      DATABASE_URL: process.env['TEST_DATABASE_URL'],
      RECOUP_DATA_DIR: tmpdir(),
      RECOUP_SECRETS: JSON.stringify(TEST_SECRETS),
      REDIS_URL: url.toString(),
      REDIS_SENTINELS: sentinels.map(({ address }) => address).join(','),
      REDIS_SENTINEL_NAME: 'recoup',
    });
    const redis = new Redis(config, new Logger(config));
    open.push({ close: () => redis.onApplicationShutdown() });
    return redis;
  }

  it('comes back when another one leads while a connection is being made', async () => {
    const only = await sentinel();
    const client = redisBy(only).connect();
    const id = await client.client('ID');
    await until('the watch for another leader', () => only.watching.size > 0);
    only.isSilent = true;
    const killer = new Client(url.toString());
    await killer.client('KILL', 'ID', id);
    killer.disconnect();
    await until('the sentinel to be asked again', () => only.held.length > 0);

    only.tellOfAnotherLeader();
    for (let turns = 0; turns < 20; turns++) await turn();
    only.goOn();

    expect(await client.ping()).toBe('PONG');
  });

  it('asks the next sentinel when one hangs', async () => {
    const [hanging, other] = [await sentinel(), await sentinel()];
    hanging.isSilent = true;
    const client = redisBy(hanging, other).connect();
    expect(await client.ping()).toBe('PONG');
    expect(hanging.held.length).toBeGreaterThan(0);
  });
});
