import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql, { type RowDataPacket } from 'mysql2/promise';
import { endWithUs, freePort } from './apps.js';
import { HaProxy } from './haproxy.js';
import { deleteFolder, endBy, isOver, passingFolder } from './part.js';
import { until } from './wait.js';

const START_MS = 60_000;
const FOLLOWER = "follower@'127.0.0.1'";
/** Options of the private server that say where things of the program are, and as whom it runs. */
const OF_PROGRAM = /^--(basedir|lc-messages-dir|character-sets-dir|plugin-dir|user)=/;
const OF_ITS_PLACE =
  /^--(datadir|init-file|socket|port|pid-file|log-error|skip-log-bin|innodb-buffer-pool-size|max-connections)(=|$)/;

interface Node {
  id: number;
  port: number;
  home: string;
  child: ChildProcess | null;
}
interface Program {
  command: string;
  args: string[];
}

/**
 * Two nodes of MySQL: one takes writes, and acknowledges none before the other has it. HAProxy takes everybody to the one that
 * takes writes.
 */
export class MySqlPair {
  private proxy!: HaProxy;

  private constructor(
    private readonly program: Program,
    private readonly folder: string,
    private readonly root: URL,
    readonly leading: Node,
    readonly following: Node,
  ) {}

  /**
   * @param file of the services, which says how the program is run
   * @param root URL with the name and password that the first user gets
   * @param application the same of the application's user
   */
  static async start(file: string, root: string, application: string): Promise<MySqlPair> {
    const { database } = JSON.parse(readFileSync(file, 'utf8')) as { database: Program };
    if (![database.command, ...database.args].some((part) => part.endsWith('/mysqld')))
      throw new Error('This fault needs MySQL: run it with --mysql');
    const folder = passingFolder('mysql');
    const nodes = [1, 2].map((id) => ({ id, port: 0, home: join(folder, `node-${id}`), child: null }));
    for (const node of nodes) node.port = await freePort();
    const pair = new MySqlPair(database, folder, new URL(root), nodes[0]!, nodes[1]!);
    for (const node of nodes) await pair.launch(node);
    await pair.follow(new URL(application));
    pair.proxy = await pair.proxied();
    await pair.led();
    return pair;
  }

  /** The same URL, by the proxy. */
  through(url: string): string {
    return Object.assign(new URL(url), { host: `127.0.0.1:${this.proxy.port}` }).toString();
  }

  /** The proxy takes everybody to a node. */
  async led(): Promise<void> {
    const uri = this.through(this.root.toString());
    const isLed = () =>
      mysql.createConnection({ uri, connectTimeout: 1_000 }).then(
        (connection) => (connection.destroy(), true),
        () => false,
      );
    await until('the proxy to take everybody to a node', isLed);
  }

  /** The one that follows takes writes, by the product's own script. */
  async promote(): Promise<void> {
    const env = { ...process.env, PATH: `${this.folder}:${process.env['PATH']}` };
    const to = [join(this.folder, 'root.cnf'), '127.0.0.1', `${this.following.port}`, '--alone'];
    await promisify(execFile)('ops/mysql-promote', to, { env });
  }

  async close(): Promise<void> {
    await this.proxy.close();
    for (const { child } of [this.leading, this.following]) if (child) await endBy(child, 'SIGKILL');
    deleteFolder(this.folder);
  }

  private async launch(node: Node): Promise<void> {
    const { command, args } = this.program;
    const data = join(node.home, 'data');
    const first = args.slice(0, args.indexOf('--no-defaults') + 1);
    mkdirSync(node.home, { recursive: true });
    const install = [...args.filter((each) => OF_PROGRAM.test(each)), `--datadir=${data}`];
    execFileSync(command, [...first, '--initialize-insecure', ...install], { stdio: 'ignore' });
    const log = openSync(join(node.home, 'out.log'), 'a', 0o600);
    const own = [
      ...args.filter((each) => !OF_ITS_PLACE.test(each)),
      ...[`--datadir=${data}`, `--socket=${this.socketOf(node)}`, `--port=${node.port}`],
      ...[`--pid-file=${join(node.home, 'pid')}`, `--server-id=${node.id}`, '--max-connections=300'],
      ...['--innodb-buffer-pool-size=128M', '--log-bin-trust-function-creators=1', '--log-bin=binlog'],
      ...['--gtid-mode=ON', '--enforce-gtid-consistency=ON', '--super-read-only=ON', '--relay-log=relay'],
      ...['--plugin-load-add=semisync_source.so', '--plugin-load-add=semisync_replica.so'],
      // It waits for ever, and also while nobody follows: a write that one node alone has is not acknowledged.
      ...[
        '--loose-rpl-semi-sync-source-timeout=4294967295',
        '--loose-rpl-semi-sync-source-wait-no-replica=ON',
      ],
    ];
    node.child = spawn(command, own, { stdio: ['ignore', log, log] });
    endWithUs(node.child);
    await until(
      `MySQL ${node.id} to answer`,
      () => {
        if (isOver(node.child!)) throw new Error(`MySQL ended: see ${node.home}`);
        return this.ask(node, 'SELECT 1').then(
          () => true,
          () => false,
        );
      },
      START_MS,
    );
  }

  private async follow(application: URL): Promise<void> {
    const { leading, following, root } = this;
    const password = root.password;
    await this.ask(leading, 'SET GLOBAL super_read_only = OFF');
    await this.ask(leading, 'SET GLOBAL read_only = OFF');
    for (const { username, password: own } of [root, application])
      await this.ask(leading, `CREATE USER ${username}@'127.0.0.1' IDENTIFIED BY '${own}'`);
    await this.ask(leading, `GRANT ALL ON *.* TO ${root.username}@'127.0.0.1' WITH GRANT OPTION`);
    await this.ask(leading, `CREATE USER ${FOLLOWER} IDENTIFIED BY '${password}'`);
    await this.ask(leading, `GRANT REPLICATION SLAVE ON *.* TO ${FOLLOWER}`);
    await this.ask(
      following,
      `CHANGE REPLICATION SOURCE TO SOURCE_HOST = '127.0.0.1', SOURCE_PORT = ${leading.port}, SOURCE_USER = 'follower',
        SOURCE_PASSWORD = '${password}', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1`,
    );
    await this.ask(following, 'SET GLOBAL rpl_semi_sync_replica_enabled = ON');
    await this.ask(following, 'START REPLICA');
    await this.ask(leading, 'SET GLOBAL rpl_semi_sync_source_enabled = ON');
    await until('the second MySQL to follow', async () => {
      const [row] = await this.ask(leading, "SHOW STATUS LIKE 'Rpl_semi_sync_source_clients'");
      return row?.['Value'] === '1';
    });
  }

  /** The scripts call the client by its name: this is the one that came with the server. */
  private async proxied(): Promise<HaProxy> {
    const { command, args } = this.program;
    const client = [command, ...args.slice(0, args.indexOf('--no-defaults'))]
      .map((part) => part.replace(/sbin\/mysqld$/, 'bin/mysql'))
      .map((part) => `'${part}'`);
    const wrapper = join(this.folder, 'mysql');
    writeFileSync(wrapper, `#!/bin/sh\nexec ${client.join(' ')} "$@"\n`);
    chmodSync(wrapper, 0o700);
    const { username, password } = this.root;
    const login = `[client]\nuser=${username}\npassword=${password}\n`;
    writeFileSync(join(this.folder, 'root.cnf'), login, { mode: 0o600 });
    const ports = [this.leading.port, this.following.port];
    const [proxy] = await HaProxy.beforeNodes(ports, this.root, 1, {
      check: 'ops/mysql-check',
      programs: this.folder,
    });
    return proxy!;
  }

  private async ask(node: Node, statement: string): Promise<RowDataPacket[]> {
    const connection = await mysql.createConnection({ socketPath: this.socketOf(node), user: 'root' });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(statement);
      return rows;
    } finally {
      connection.destroy();
    }
  }

  private socketOf({ home }: Node): string {
    return join(home, 'socket');
  }
}
