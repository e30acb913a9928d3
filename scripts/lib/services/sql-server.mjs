import { createHash, randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidIn, readJson, remove, writeJson, writePrivate } from '../files.mjs';
import { privateDir } from '../paths.mjs';
import { ask, freePort } from './ports.mjs';
import { Problem, isAlive, isOurs, killUsersOf, startDetached, stopPid, tailOf } from '../process.mjs';

export const collation = 'utf8mb4_unicode_520_ci';
const secret = () => randomBytes(24).toString('base64url');

/** A server that root starts insists on being told so. */
export const asUser = () => (process.getuid?.() === 0 ? [`--user=${userInfo().username}`] : []);

/**
 * A private database server of one data folder. Its engine (MariaDb, MySql) says how the data is made and which options differ:
 * `title`, `daemon`, `dumpArgs`, `installSql(passwords)`, `install({ data, install, env, log })`, `engineArgs(options)`.
 */
export class SqlServer {
  /**
   * `home` holds data/, password.json, accounts.sql, run.json and error.log.
   * @param binaries `server`, `client`, `dump`: each the command with its first arguments; `env` for all of them
   */
  constructor(home, binaries) {
    this.home = home;
    this.binaries = binaries;
    this.data = join(home, 'data');
    this.runFile = join(home, 'run.json');
    this.log = join(home, 'error.log');
    this.passwordFile = join(home, 'password.json');
    this.accounts = join(home, 'accounts.sql');
    this.pidFile = join(home, `${basename(home)}.pid`);
  }

  state() {
    return readJson(this.runFile);
  }

  /** The pid of a living server of this folder, whoever started it. */
  pid() {
    const candidates = [this.state()?.pid, pidIn(this.pidFile)];
    return candidates.find((pid) => isOurs(pid, this.daemon, `--datadir=${this.data}`));
  }

  /** @param lasting false for tests: what a fall of the whole machine would lose is not waited for */
  async up({ bufferPool = 256, lasting = true } = {}) {
    const pid = this.pid();
    if (pid && readJson(this.passwordFile)?.owner) {
      await this.waitReady({ ...this.state(), pid });
      return 'adopted';
    }
    // A database of the time when one user did all is started anew with both.
    if (pid) await this.down();
    const made = !existsSync(this.home);
    if (made) await this.create();
    else if (!existsSync(this.passwordFile)) {
      throw new Problem(
        `${this.home} is not a folder that this script made: move it away, or start with --fresh.`,
      );
    }
    await this.launch({ bufferPool, lasting });
    return made ? 'created' : 'started';
  }

  // Made beside and renamed when complete: a start that was killed here leaves nothing that looks finished.
  async create() {
    privateDir(dirname(this.home));
    const half = `${this.home}.half-made`;
    discardHalf(half);
    privateDir(half);
    const passwords = { root: secret(), app: secret(), owner: secret() };
    writeJson(join(half, 'password.json'), passwords);
    const install = join(half, 'install.sql');
    writePrivate(install, this.installSql(passwords));
    const env = { ...process.env, ...this.binaries.env, TMPDIR: ownTemp(half) };
    await this.install({ data: join(half, 'data'), install, env, log: join(half, 'install.log') });
    remove(install);
    renameSync(half, this.home);
  }

  async launch(options) {
    const known = readJson(this.passwordFile);
    const passwords = { owner: secret(), ...known };
    if (!known.owner) writeJson(this.passwordFile, passwords);
    writePrivate(this.accounts, accountsSql(passwords, '127.0.0.1'));
    const port = await freePort(this.state()?.port);
    const socket = socketPath(this.home);
    const [command, ...first] = this.binaries.server;
    const args = [...first, ...this.args(port, socket, options)];
    const env = this.binaries.env;
    const state = { port, socket, command, args, env };
    const pid = startDetached(command, args, {
      log: join(this.home, 'out.log'),
      env: { ...process.env, ...env, TMPDIR: ownTemp(this.home) },
    });
    writeJson(this.runFile, { pid, ...state });
    await this.waitReady({ pid, port });
  }

  args(port, socket, options) {
    return [
      '--no-defaults',
      `--datadir=${this.data}`,
      `--init-file=${this.accounts}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--pid-file=${this.pidFile}`,
      `--log-error=${this.log}`,
      ...asUser(),
      '--character-set-server=utf8mb4',
      `--collation-server=${collation}`,
      '--default-time-zone=+00:00',
      '--transaction-isolation=READ-COMMITTED',
      '--innodb-flush-log-at-trx-commit=1',
      `--innodb-buffer-pool-size=${options.bufferPool}M`,
      '--max-connections=600',
      '--max-allowed-packet=64M',
      '--local-infile=0',
      ...this.engineArgs(options),
    ];
  }

  async waitReady({ pid, port }, milliseconds = 120_000) {
    const until = Date.now() + milliseconds;
    while (Date.now() < until) {
      const greeting = await ask(port, '');
      // Byte 4 is the protocol's version; anything but 10 is an error packet.
      if (greeting?.[4] === 10) return;
      if (!isAlive(pid)) throw new Problem(`${this.title} ended while starting:\n${tailOf(this.log)}`);
      await sleep(50);
    }
    throw new Problem(
      `${this.title} did not answer on port ${port} within ${milliseconds / 1000} s (${this.home}/error.log).`,
    );
  }

  async down() {
    const pid = this.pid();
    return pid ? stopPid(pid, { grace: 60_000 }) : 'gone';
  }

  urls() {
    const { port } = this.state();
    const { root, app, owner } = readJson(this.passwordFile);
    return {
      app: `mysql://recoup:${app}@127.0.0.1:${port}/recoup`,
      owner: `mysql://recoup_owner:${owner}@127.0.0.1:${port}/recoup`,
      root: `mysql://root:${root}@127.0.0.1:${port}/`,
    };
  }
}

/** Not the machine's: a server that starts deletes there the tables that another one is sorting. */
const ownTemp = (home) => privateDir(home, 'tmp');

/** Deletes a half-made database; the installer that a killed start left behind would go on writing into it. */
export function discardHalf(half) {
  killUsersOf(half);
  remove(half);
}

/** The database that a backup is read into, to see whether it can be. */
export const SCRATCH = 'recoup_check';

/**
 * The two users, whatever there was before: the owner of the tables, and the application's, to whom the migrator grants each
 * table by itself. It had all rights once; only what is there can be revoked.
 */
export function accountsSql({ app, owner }, host) {
  return [
    `CREATE USER IF NOT EXISTS recoup_owner@'${host}' IDENTIFIED BY '${owner}';`,
    `GRANT ALL ON recoup.* TO recoup_owner@'${host}' WITH GRANT OPTION;`,
    `GRANT ALL ON ${SCRATCH}.* TO recoup_owner@'${host}';`,
    `CREATE USER IF NOT EXISTS recoup@'${host}' IDENTIFIED BY '${app}';`,
    `GRANT ALL ON recoup.* TO recoup@'${host}';`,
    `REVOKE ALL ON recoup.* FROM recoup@'${host}';`,
    '',
  ].join('\n');
}

// A unix socket's path holds 107 bytes at most; a deeply nested clone gets its socket in the temporary folder.
export function socketPath(home) {
  const near = join(home, `${basename(home)}.sock`);
  if (Buffer.byteLength(near) <= 100) return near;
  const mark = createHash('sha256').update(home).digest('hex').slice(0, 16);
  return join(privateDir(tmpdir(), `recoup-${mark}`), `${basename(home)}.sock`);
}
