import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithUs, freePort } from './apps.js';

const PROGRAM = '/usr/sbin/haproxy';
const CONFIGURATION = 'ops/haproxy.cfg';
const CHECK = 'ops/galera-check';

/** HAProxy by the product's own configuration, before nodes of this machine. */
export class HaProxy {
  private constructor(
    readonly port: number,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param ports of the nodes, the first to be led to first  @param user who may look at a node's state */
  static async start(ports: readonly number[], { username, password }: URL): Promise<HaProxy> {
    if (!existsSync(PROGRAM)) throw new Error(`This fault needs haproxy (${PROGRAM})`);
    const folder = mkdtempSync(join(tmpdir(), 'recoup-haproxy-'));
    const check = join(folder, 'galera-check');
    copyFileSync(CHECK, check);
    chmodSync(check, 0o700);
    writeFileSync(`${check}.cnf`, `[client]\nuser=${username}\npassword=${password}\n`, { mode: 0o600 });
    const port = await freePort();
    const configuration = join(folder, 'haproxy.cfg');
    writeFileSync(
      configuration,
      here(readFileSync(CONFIGURATION, 'utf8'), { port, peer: await freePort(), nodes: ports, check }),
    );
    const log = openSync(join(folder, 'out.log'), 'a', 0o600);
    const child = spawn(PROGRAM, ['-db', '-L', 'app-1', '-f', configuration], {
      stdio: ['ignore', log, log],
    });
    endWithUs(child);
    return new HaProxy(port, child, folder);
  }

  async close(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
    await rm(this.folder, { recursive: true });
  }
}

/** The configuration with this machine's ports, as the user who runs it, and one proxy alone. */
function here(
  configuration: string,
  { port, peer, nodes, check }: { port: number; peer: number; nodes: readonly number[]; check: string },
): string {
  const changes = [
    [/^ {2}(user|group) haproxy\n/gm, ''],
    ['bind 127.0.0.1:3307', `bind 127.0.0.1:${port}`],
    ['10.0.1.1:10307', `127.0.0.1:${peer}`],
    [/^ {2}peer app-2 .*\n/m, ''],
    ['/etc/haproxy/galera-check', check],
    ...nodes.map((node, index) => [`10.0.0.${index + 1}:3306`, `127.0.0.1:${node}`] as const),
  ] as const;
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${CONFIGURATION} lacks ${String(from)}`);
    return changed;
  }, configuration);
}
