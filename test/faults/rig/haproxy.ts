import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { chmodSync, copyFileSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { endWithUs, freePort } from './apps.js';
import { deleteFolder, endBy, isOver, passingFolder, type Part } from './part.js';
import { until } from './wait.js';

const PROGRAM = '/usr/sbin/haproxy';

type Changes = readonly (readonly [from: string | RegExp, to: string])[];

/** How HAProxy finds out which node takes writes. */
interface NodeCheck {
  /** The product's own script. */
  check: string;
  /** A folder with programs that the script calls, before the system's. */
  programs?: string;
}

/** HAProxy by one of the product's own configurations, before what runs on this machine. */
export class HaProxy {
  private child: ChildProcess;

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly name: string,
  ) {
    this.child = this.spawn();
  }

  /**
   * @param ports of the nodes, the first to be led to first
   * @param user who may look at a node's state
   * @param count of proxies, at most two, that tell each other which node leads
   */
  static async beforeNodes(
    ports: readonly number[],
    user: URL,
    count: number,
    by: NodeCheck = { check: 'ops/galera-check' },
  ): Promise<HaProxy[]> {
    const peers = [await freePort(), await freePort()].slice(0, count);
    const proxies: HaProxy[] = [];
    for (const n of peers.keys()) proxies.push(await HaProxy.oneBeforeNodes(ports, user, peers, n, by));
    return proxies;
  }

  private static async oneBeforeNodes(
    ports: readonly number[],
    { username, password }: URL,
    peers: readonly number[],
    n: number,
    by: NodeCheck,
  ): Promise<HaProxy> {
    const folder = passingFolder('haproxy');
    const check = join(folder, basename(by.check));
    copyFileSync(by.check, check);
    chmodSync(check, 0o700);
    writeFileSync(`${check}.cnf`, `[client]\nuser=${username}\npassword=${password}\n`, { mode: 0o600 });
    const port = await freePort();
    const changes: Changes = [
      ['bind 127.0.0.1:3307', `bind 127.0.0.1:${port}`],
      ...(peers.length === 1 ? [[/^ {2}peer app-2 .*\n/m, ''] as const] : []),
      ...peers.map((peer, index) => [`10.0.1.${index + 1}:10307`, `127.0.0.1:${peer}`] as const),
      ['/etc/haproxy/galera-check', check],
      ...(by.programs ? [['"/usr/bin:/bin"', `"${by.programs}:/usr/bin:/bin"`] as const] : []),
      ...(ports.length === 2 ? [[/^ {2}server node-3 .*\n/m, ''] as const] : []),
      ...ports.map((node, index) => [`10.0.0.${index + 1}:3306`, `127.0.0.1:${node}`] as const),
    ];
    return HaProxy.start('ops/haproxy.cfg', port, folder, changes, `app-${n + 1}`);
  }

  static async beforeServers(ports: readonly number[]): Promise<HaProxy> {
    const port = await freePort();
    return HaProxy.start('ops/haproxy-servers.cfg', port, passingFolder('haproxy'), [
      ['bind 127.0.0.1:8081', `bind 127.0.0.1:${port}`],
      // Sockets have to outlive a proxy of somebody else's, too.
      ['timeout tunnel 2m', 'timeout tunnel 30s'],
      ...ports.map((server, index) => [`10.0.1.${index + 1}:8080`, `127.0.0.1:${server}`] as const),
    ]);
  }

  private static async start(
    source: string,
    port: number,
    folder: string,
    changes: Changes,
    name = 'app-1',
  ): Promise<HaProxy> {
    if (!existsSync(PROGRAM)) throw new Error(`This fault needs haproxy (${PROGRAM})`);
    const all: Changes = [[/^ {2}(user|group) haproxy\n/gm, ''], ...changes];
    const configuration = all.reduce(
      (text, [from, to]) => {
        const changed = text.replace(from, to);
        if (changed === text) throw new Error(`${source} lacks ${String(from)}`);
        return changed;
      },
      readFileSync(source, 'utf8'),
    );
    writeFileSync(join(folder, 'haproxy.cfg'), configuration);
    const proxy = new HaProxy(port, folder, name);
    await proxy.listens();
    return proxy;
  }

  /** kill -9, and the same again at once. @returns the moment of it, by performance.now() */
  async restart(): Promise<number> {
    const at = performance.now();
    await endBy(this.child, 'SIGKILL');
    await this.startAgain();
    return at;
  }

  part(name: string): Part {
    return {
      name,
      port: this.port,
      pid: () => this.child.pid,
      isGone: () => isOver(this.child),
      state: () => Promise.resolve(''),
      stop: () => endBy(this.child, 'SIGTERM'),
      start: () => this.startAgain(),
    };
  }

  async close(): Promise<void> {
    await endBy(this.child, 'SIGTERM');
    deleteFolder(this.folder);
  }

  private async startAgain(): Promise<void> {
    this.child = this.spawn();
    await this.listens();
  }

  private async listens(): Promise<void> {
    await until('HAProxy to take connections', async () => {
      if (this.child.exitCode !== null) throw new Error(`HAProxy ended: see ${this.folder}`);
      return isTaken(this.port);
    });
  }

  private spawn(): ChildProcess {
    const log = openSync(join(this.folder, 'out.log'), 'a', 0o600);
    const child = spawn(PROGRAM, ['-db', '-L', this.name, '-f', join(this.folder, 'haproxy.cfg')], {
      env: { ...process.env, RECOUP_METRICS_TOKEN: 'loopback needs none' },
      stdio: ['ignore', log, log],
    });
    endWithUs(child);
    return child;
  }
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
