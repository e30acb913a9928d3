import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { endWithUs, freePort } from './apps.js';
import { HaProxy } from './haproxy.js';
import { deleteFolder, endBy, isOver, passingFolder, type Part } from './part.js';
import { behind, SmallDisk, type Unfit } from './unfit-node.js';
import { until } from './wait.js';

const NODES = 3;
const PROVIDER = '/usr/lib/galera/libgalera_smm.so';
const JOIN_MS = 90_000;
const ASK_MS = 1_000;

interface Node {
  name: string;
  port: number;
  /** Ports of the group, of its increments and of a whole state. */
  groupPorts: [number, number, number];
  home: string;
  child: ChildProcess | null;
  /** How far its clock is behind, s. */
  behindS: number;
}

/** Where the cluster differs from the usual one. */
export interface ClusterNeeds {
  /** Faults of its nodes. */
  unfit?: Unfit;
  /** Two proxies that know each other: every second process is led by the second. */
  paired?: boolean;
}

/** Three nodes of MariaDB Galera, and HAProxy, which takes everybody to one of them. */
export class GaleraSet {
  private proxies: HaProxy[] = [];
  /** The first node's own. */
  disk: SmallDisk | null = null;

  private constructor(
    private readonly command: string,
    private readonly folder: string,
    private readonly nodes: Node[],
    /** URL of a user who may do everything. */
    private readonly root: URL,
  ) {}

  /**
   * @param file of the services, which says where the program is
   * @param root URL with the name and password that the first user gets
   * @param application the same of the application's user
   */
  static async start(
    file: string,
    root: string,
    application: string,
    { unfit, paired = false }: ClusterNeeds = {},
  ): Promise<GaleraSet> {
    const { database } = JSON.parse(readFileSync(file, 'utf8')) as { database: { command: string } };
    if (!existsSync(PROVIDER) || !database.command.endsWith('mariadbd'))
      throw new Error(`This fault needs MariaDB with galera-4 (${PROVIDER})`);
    const folder = passingFolder('galera');
    const nodes: Node[] = [];
    for (let n = 0; n < NODES; n++) {
      const groupPorts = [await freePort(), await freePort(), await freePort()] as [number, number, number];
      const home = join(folder, `node-${n + 1}`);
      const behindS = n === 1 ? (unfit?.behindS ?? 0) : 0;
      nodes.push({ name: `node-${n + 1}`, port: await freePort(), groupPorts, home, child: null, behindS });
    }
    const set = new GaleraSet(database.command, folder, nodes, new URL(root));
    set.install(unfit);
    await set.join(nodes[0]!, ['--wsrep-new-cluster'], () => set.accounts(new URL(application)));
    for (const node of nodes.slice(1)) await set.join(node);
    set.proxies = await HaProxy.beforeNodes(
      nodes.map(({ port }) => port),
      set.root,
      paired ? 2 : 1,
    );
    await set.leader();
    return set;
  }

  /** The same URL, by one of the proxies. @param n number of the process that is to be led by it */
  through(url: string, n = 0): string {
    return Object.assign(new URL(url), { host: `127.0.0.1:${this.proxy(n).port}` }).toString();
  }

  /** The port of the node that everybody is taken to, once there is one. */
  leader(): Promise<number> {
    return until('the proxy to take everybody to a node', () => this.ledTo());
  }

  /** The nodes to which each proxy leads at this moment; undefined where it leads to none. */
  ways(): Promise<(number | undefined)[]> {
    return Promise.all(this.proxies.map((_, n) => this.ledTo(n)));
  }

  parts(): Part[] {
    const nodes = this.nodes.map((node) => ({
      name: `database ${node.name}`,
      port: node.port,
      pid: () => node.child?.pid,
      isGone: () => isOver(node.child!),
      state: () => this.stateOf(node.port),
      stop: () => endBy(node.child!, 'SIGTERM'),
      start: () => this.revive(node.port),
    }));
    return [...nodes, this.proxy().part('proxy before the databases')];
  }

  /** A proxy is killed, and starts again without knowing whom it led to. @returns the moment of it, by performance.now() */
  restartProxy(n = 0): Promise<number> {
    return this.proxy(n).restart();
  }

  async followers(): Promise<number[]> {
    const leader = await this.leader();
    return this.nodes.map(({ port }) => port).filter((port) => port !== leader);
  }

  /** kill -9, or as good as dead. @returns the moment of it, by performance.now() */
  end(port: number, how: 'SIGKILL' | 'SIGSTOP'): number {
    this.node(port).child!.kill(how);
    return performance.now();
  }

  /**
   * It joins the others again with what they have written meanwhile.
   *
   * @param whole it has lost what it had, and gets all of it from another one
   */
  async revive(port: number, { whole = false } = {}): Promise<void> {
    const node = this.node(port);
    const child = node.child!;
    // A frozen one was put out of the group: it goes on where the others are.
    if (!isOver(child)) child.kill('SIGCONT');
    else if (whole) {
      rmSync(join(node.home, 'data'), { recursive: true });
      this.furnish(node);
      await this.join(node);
    } else await this.join(node, [`--wsrep-start-position=${this.positionOf(node)}`]);
    // A frozen one believes for a while that nothing has happened.
    await until(
      'the others to count it',
      async () => {
        const others = this.nodes.filter((other) => other !== node).map((other) => this.status(other.port));
        const sizes = (await Promise.all(others)).map(({ wsrep_cluster_size: size }) => size);
        return sizes.includes(`${NODES}`) && this.serves(port);
      },
      JOIN_MS,
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    for (const { child } of this.nodes) child?.kill('SIGKILL');
    await until('the nodes to end', () => this.nodes.every(({ child }) => !child || isOver(child)));
    this.disk?.remove();
    deleteFolder(this.folder);
  }

  private install(unfit?: Unfit): void {
    const template = join(this.folder, 'template');
    const named = ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db'];
    execFileSync('mariadb-install-db', [...named, `--datadir=${template}`, ...INSTALLER], {
      stdio: 'ignore',
    });
    for (const node of this.nodes) {
      mkdirSync(node.home);
      if (unfit && node === this.nodes[0]) this.disk = new SmallDisk(node.home, unfit.diskMb);
      this.furnish(node);
    }
    // The state goes from node to node by rsync, which does not serve the superuser.
    if (USER.length > 0) execFileSync('chown', ['-R', 'mysql', this.folder]);
  }

  /** Gives it the data of a server that has none. */
  private furnish({ home }: Node): void {
    execFileSync('cp', ['-a', join(this.folder, 'template'), join(home, 'data')]);
  }

  private async join(node: Node, options: string[] = [], first?: () => Promise<void>): Promise<void> {
    const log = openSync(join(node.home, 'out.log'), 'a', 0o600);
    const args = [...this.argumentsOf(node), ...options];
    const env = node.behindS > 0 ? behind(node.behindS) : process.env;
    node.child = spawn(this.command, args, { stdio: ['ignore', log, log], env });
    endWithUs(node.child);
    if (first) await until('the first node to answer', () => first().then(...answered), JOIN_MS);
    await this.whole(node);
  }

  private whole(node: Node): Promise<unknown> & Promise<void> {
    const isWhole = async () => {
      if (node.child!.exitCode !== null) throw new Error(`${node.name} ended: see ${node.home}`);
      return this.serves(node.port);
    };
    return until(`${node.name} to have what the others have`, isWhole, JOIN_MS) as Promise<unknown> &
      Promise<void>;
  }

  private argumentsOf({ name, port, groupPorts: [group, increments, state], home }: Node): string[] {
    const members = this.nodes.map((node) => `127.0.0.1:${node.groupPorts[0]}`).join(',');
    const donors = this.nodes.map((node) => node.name).reverse();
    const provider = {
      'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
      'ist.recv_addr': `127.0.0.1:${increments}`,
      'evs.keepalive_period': 'PT0.3S',
      'evs.suspect_timeout': 'PT2S',
      'evs.inactive_timeout': 'PT4S',
    };
    return [
      '--no-defaults', `--datadir=${join(home, 'data')}`, `--socket=${join(home, 'socket')}`, `--port=${port}`,
      '--bind-address=127.0.0.1', '--skip-name-resolve', `--log-error=${join(home, 'error.log')}`, ...USER,
      '--character-set-server=utf8mb4', '--collation-server=utf8mb4_unicode_520_ci', '--default-time-zone=+00:00',
      '--transaction-isolation=READ-COMMITTED', '--max-connections=300', '--max-allowed-packet=64M',
      '--innodb-buffer-pool-size=128M', '--innodb-flush-log-at-trx-commit=2', '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2', '--log-bin-trust-function-creators=1', '--plugin-load-add=disks', '--wsrep-on=ON',
      `--wsrep-provider=${PROVIDER}`, '--wsrep-cluster-name=faults', `--wsrep-node-name=${name}`,
      `--wsrep-node-address=127.0.0.1:${group}`, `--wsrep-cluster-address=gcomm://${members}`,
      '--wsrep-sst-method=rsync', `--wsrep-sst-receive-address=127.0.0.1:${state}`,
      `--wsrep-sst-donor=${donors.filter((donor) => donor !== name).join(',')}`,
      `--wsrep-provider-options=${Object.entries(provider).map(([option, value]) => `${option}=${value}`).join(';')}`,
    ]; // prettier-ignore
  }

  /** How far a node had come that died, which it does not know itself before it has looked. */
  private positionOf(node: Node): string {
    const log = join(node.home, 'recovery.log');
    const own = this.argumentsOf(node).filter((argument) => !argument.startsWith('--log-error'));
    execFileSync(this.command, [...own, `--log-error=${log}`, '--wsrep-recover'], { stdio: 'ignore' });
    return /Recovered position: (\S+)/.exec(readFileSync(log, 'utf8'))![1]!;
  }

  private async accounts(application: URL): Promise<void> {
    const connection = await mysql.createConnection({
      socketPath: join(this.nodes[0]!.home, 'socket'),
      user: 'root',
    });
    const account = ({ username, password }: URL) => `${username}@'127.0.0.1' IDENTIFIED BY '${password}'`;
    await connection.query(`CREATE OR REPLACE USER ${account(this.root)}`);
    await connection.query(`GRANT ALL ON *.* TO ${this.root.username}@'127.0.0.1' WITH GRANT OPTION`);
    await connection.query(`CREATE OR REPLACE USER ${account(application)}`);
    await connection.end();
  }

  /** Whether the node takes writes: it has all that the others have, and is with most of them. */
  async serves(port: number): Promise<boolean> {
    const { wsrep_ready: ready, wsrep_local_state_comment: state } = await this.status(port);
    return ready === 'ON' && state === 'Synced';
  }

  private async stateOf(port: number): Promise<string> {
    const { wsrep_local_state_comment: state = 'does not answer' } = await this.status(port);
    if (state !== 'Synced') return state.toLowerCase();
    return (await this.ledTo()) === port ? 'leads' : 'follows';
  }

  private async ledTo(n = 0): Promise<number | undefined> {
    const [row] = await this.ask(this.proxy(n).port, 'SELECT @@port AS port').catch(() => []);
    return row?.['port'] as number | undefined;
  }

  /** Empty when the node does not answer within a second. */
  private async status(port: number): Promise<Record<string, string>> {
    const rows = await this.ask(port, "SHOW STATUS LIKE 'wsrep%'").catch(() => []);
    return Object.fromEntries(rows.map(({ Variable_name: name, Value: value }) => [name, value] as const));
  }

  private async ask(port: number, statement: string): Promise<RowDataPacket[]> {
    const uri = Object.assign(new URL(this.root), { host: `127.0.0.1:${port}` }).toString();
    const connection = await mysql.createConnection({ uri, connectTimeout: ASK_MS });
    try {
      const [rows] = await connection.query<RowDataPacket[]>({ sql: statement, timeout: ASK_MS });
      return rows;
    } finally {
      connection.destroy();
    }
  }

  private proxy(n = 0): HaProxy {
    return this.proxies[n % this.proxies.length]!;
  }

  private node(port: number): Node {
    return this.nodes.find((node) => node.port === port)!;
  }
}

/** MariaDB does not run as the superuser unless it is told so. */
const INSTALLER = process.getuid?.() === 0 ? ['--user=root'] : [];
const USER = process.getuid?.() === 0 ? ['--user=mysql'] : [];
const answered = [() => true, () => false] as const;
