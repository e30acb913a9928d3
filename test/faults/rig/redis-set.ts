import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWithUs, freePort } from './apps.js';
import { deleteFolder, endBy, isOver, passingFolder, type Part } from './part.js';
import { withRedis } from './services.js';
import { until } from './wait.js';

const NAME = 'recoup';
const SERVERS = 3;
const SENTINELS = 3;

/** A Redis server or a sentinel. */
interface Node {
  port: number;
  args: string[];
  child: ChildProcess;
}

/** Three Redis servers of which one leads, and three sentinels that choose another leader after three seconds. */
export class RedisSet {
  private constructor(
    private readonly command: string,
    private readonly folder: string,
    private readonly servers: Node[],
    private readonly sentinels: Node[],
  ) {}

  /** @param file of the services, which says where the program is */
  static async start(file: string): Promise<RedisSet> {
    const { redis } = JSON.parse(readFileSync(file, 'utf8')) as { redis: { command: string } };
    const folder = passingFolder('redis');
    const set = new RedisSet(redis.command, folder, [], []);
    const first = await freePort();
    for (let n = 0; n < SERVERS; n++) await set.addServer(n === 0 ? first : await freePort(), first);
    await until('the servers to follow the first', async () => (await set.followers(first)) === SERVERS - 1);
    for (let n = 0; n < SENTINELS; n++) await set.addSentinel(await freePort(), first);
    await until('the sentinels to know one another', () => set.isWatched());
    return set;
  }

  get env(): Record<string, string> {
    return {
      REDIS_URL: 'redis://127.0.0.1/0',
      REDIS_SENTINELS: this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
      REDIS_SENTINEL_NAME: NAME,
    };
  }

  /** The port of the server that leads, as the sentinels say. */
  async leader(): Promise<number> {
    const [, port] = (await this.ask(this.sentinels[0]!.port, (client) =>
      client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', NAME),
    )) as [string, string];
    return Number(port);
  }

  parts(): Part[] {
    const part = (name: string, node: Node): Omit<Part, 'state' | 'start'> => ({
      name: `${name} ${node.port}`,
      port: node.port,
      pid: () => node.child.pid,
      isGone: () => isOver(node.child),
      stop: () => endBy(node.child, 'SIGTERM'),
    });
    const servers = this.servers.map((server) => ({
      ...part('Redis', server),
      stop: () => this.stop(server),
      state: () => this.stateOf(server.port),
      start: () => this.revive(server.port),
    }));
    const sentinels = this.sentinels.map((sentinel) => ({
      ...part('sentinel', sentinel),
      state: () => Promise.resolve(''),
      start: async () => void (sentinel.child = this.spawn(sentinel.args, sentinel.port)),
    }));
    return [...servers, ...sentinels];
  }

  /** kill -9. @returns the moment of it, by performance.now() */
  kill(port: number): number {
    this.server(port).child.kill('SIGKILL');
    return performance.now();
  }

  /** It is there, and does nothing. */
  freeze(port: number): number {
    this.server(port).child.kill('SIGSTOP');
    return performance.now();
  }

  /** Comes back as it was, and learns from the sentinels that another one leads. */
  async revive(port: number): Promise<void> {
    const server = this.server(port);
    server.child.kill('SIGCONT');
    if (isOver(server.child)) server.child = this.spawn(server.args, port);
    await until('the server to follow the one that leads', async () => {
      const leader = await this.leader();
      return leader !== port && (await this.followers(leader)) === SERVERS - 1;
    });
  }

  /** All sentinels are gone: nobody would choose another leader. @returns what starts them again */
  async withoutSentinels(): Promise<() => Promise<void>> {
    await Promise.all(this.sentinels.map(({ child }) => endBy(child, 'SIGKILL')));
    return async () => {
      for (const sentinel of this.sentinels) sentinel.child = this.spawn(sentinel.args, sentinel.port);
      await until('the sentinels to know one another again', () => this.isWatched().catch(() => false));
    };
  }

  async close(): Promise<void> {
    for (const { child } of [...this.sentinels, ...this.servers]) child.kill('SIGKILL');
    deleteFolder(this.folder);
  }

  private async addServer(port: number, leader: number): Promise<void> {
    const own = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', this.home(port), '--save', ''];
    const safe = ['--min-replicas-to-write', '1', '--min-replicas-max-lag', '3'];
    const follows = port === leader ? [] : ['--replicaof', '127.0.0.1', `${leader}`];
    await this.add(this.servers, port, [...own, ...safe, ...follows]);
  }

  private async addSentinel(port: number, leader: number): Promise<void> {
    const file = join(this.home(port), 'sentinel.conf');
    const lines = [
      `port ${port}`,
      'bind 127.0.0.1',
      `dir ${this.home(port)}`,
      `sentinel monitor ${NAME} 127.0.0.1 ${leader} 2`,
      `sentinel down-after-milliseconds ${NAME} 3000`,
      `sentinel failover-timeout ${NAME} 6000`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    await this.add(this.sentinels, port, [file, '--sentinel']);
  }

  private async add(nodes: Node[], port: number, args: string[]): Promise<void> {
    nodes.push({ port, args, child: this.spawn(args, port) });
    await until(`Redis at ${port} to answer`, () =>
      this.ask(port, (client) => client.ping()).then(
        () => true,
        () => false,
      ),
    );
  }

  private spawn(args: readonly string[], port: number): ChildProcess {
    const log = openSync(join(this.home(port), 'log'), 'a', 0o600);
    const child = spawn(this.command, args, { stdio: ['ignore', log, log] });
    endWithUs(child);
    return child;
  }

  private home(port: number): string {
    const home = join(this.folder, `${port}`);
    mkdirSync(home, { recursive: true });
    return home;
  }

  private server(port: number): Node {
    return this.servers.find((server) => server.port === port)!;
  }

  private async followers(port: number): Promise<number> {
    const info = await this.ask(port, (client) => client.info('replication'));
    return info.split('state=online').length - 1;
  }

  /** One that leads gives the lead away first: it would come back empty, and empty the others. */
  private async stop({ port, child }: Node): Promise<void> {
    if ((await this.leader()) === port) {
      await this.ask(this.sentinels[0]!.port, (client) => client.call('SENTINEL', 'FAILOVER', NAME));
      await until('another one to lead', async () => (await this.leader()) !== port);
    }
    await endBy(child, 'SIGTERM');
  }

  private async stateOf(port: number): Promise<string> {
    const info = await this.ask(port, (client) => client.info('replication')).catch(() => '');
    if (info === '') return 'does not answer';
    return info.includes('role:master') ? 'leads' : 'follows';
  }

  private async isWatched(): Promise<boolean> {
    const known = await Promise.all(
      this.sentinels.map(({ port }) => this.ask(port, (client) => client.info('sentinel'))),
    );
    return known.every((text) => text.includes(`slaves=${SERVERS - 1},sentinels=${SENTINELS}`));
  }

  private ask<Answer>(port: number, work: Parameters<typeof withRedis<Answer>>[1]): Promise<Answer> {
    return withRedis(`redis://127.0.0.1:${port}`, work);
  }
}
