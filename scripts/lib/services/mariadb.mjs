import { randomBytes, createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidIn, readJson, remove, writeJson, writePrivate } from '../files.mjs';
import { privateDir } from '../paths.mjs';
import { ask, freePort } from './ports.mjs';
import { Problem, isAlive, isOurs, killUsersOf, run, startDetached, stopPid, tailOf } from '../process.mjs';

const collation = 'utf8mb4_unicode_520_ci';
const secret = () => randomBytes(24).toString('base64url');
const isRoot = () => process.getuid?.() === 0;

export class MariaDb {
  /** `home` holds data/, password.json, accounts.sql, run.json and error.log. */
  constructor(home, binaries) {
    this.home = home;
    this.binaries = binaries;
    this.data = join(home, 'data');
    this.runFile = join(home, 'run.json');
    this.log = join(home, 'error.log');
    this.passwordFile = join(home, 'password.json');
    this.accounts = join(home, 'accounts.sql');
  }

  state() {
    return readJson(this.runFile);
  }

  /** The pid of a living MariaDB of this folder, whoever started it. */
  pid() {
    const candidates = [this.state()?.pid, pidIn(join(this.home, 'mariadb.pid'))];
    return candidates.find((pid) => isOurs(pid, 'mariadbd', `--datadir=${this.data}`));
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
    writePrivate(install, installSql(passwords));
    const { installer, basedir, env } = this.binaries;
    await run(
      installer,
      [
        '--no-defaults',
        ...(basedir ? [`--basedir=${basedir}`] : []),
        `--datadir=${join(half, 'data')}`,
        ...(isRoot() ? [`--user=${userInfo().username}`] : []),
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        '--skip-name-resolve',
        `--extra-file=${install}`,
      ],
      { env: { ...process.env, ...env, TMPDIR: ownTemp(half) } },
    );
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
    const args = this.args(port, socket, options);
    const env = this.binaries.env;
    const state = { name: 'mariadb', port, socket, command: this.binaries.server, args, env };
    const pid = startDetached(state.command, args, {
      log: join(this.home, 'out.log'),
      env: { ...process.env, ...env, TMPDIR: ownTemp(this.home) },
    });
    writeJson(this.runFile, { pid, ...state });
    await this.waitReady({ pid, port });
  }

  args(port, socket, { bufferPool, lasting }) {
    const { basedir } = this.binaries;
    return [
      '--no-defaults',
      ...(basedir ? [`--basedir=${basedir}`, `--lc-messages-dir=${join(basedir, 'share/mysql')}`] : []),
      ...(basedir ? [`--plugin-dir=${join(basedir, 'lib/mysql/plugin')}`] : []),
      `--datadir=${this.data}`,
      `--init-file=${this.accounts}`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      `--pid-file=${join(this.home, 'mariadb.pid')}`,
      `--log-error=${this.log}`,
      ...(isRoot() ? [`--user=${userInfo().username}`] : []),
      '--character-set-server=utf8mb4',
      `--collation-server=${collation}`,
      '--default-time-zone=+00:00',
      '--transaction-isolation=READ-COMMITTED',
      '--innodb-flush-log-at-trx-commit=1',
      // With the usual 96 MB a portfolio that is handed out waits for pages to be flushed.
      `--innodb-log-file-size=${Math.max(96, bufferPool / 2)}M`,
      `--innodb-buffer-pool-size=${bufferPool}M`,
      '--max-connections=600',
      '--max-allowed-packet=64M',
      '--local-infile=0',
      ...(lasting ? [] : ['--debug-no-sync', '--innodb-flush-method=nosync']),
    ];
  }

  async waitReady({ pid, port }, milliseconds = 120_000) {
    const until = Date.now() + milliseconds;
    while (Date.now() < until) {
      const greeting = await ask(port, '');
      // Byte 4 is the protocol's version; anything but 10 is an error packet.
      if (greeting?.[4] === 10) return;
      if (!isAlive(pid)) throw new Problem(`MariaDB ended while starting:\n${tailOf(this.log)}`);
      await sleep(50);
    }
    throw new Problem(
      `MariaDB did not answer on port ${port} within ${milliseconds / 1000} s (${this.home}/error.log).`,
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

/** Not the machine's: a MariaDB that starts deletes there the tables that another one is sorting. */
const ownTemp = (home) => privateDir(home, 'tmp');

/** Deletes a half-made database; the installer that a killed start left behind would go on writing into it. */
export function discardHalf(half) {
  killUsersOf(half);
  remove(half);
}

function installSql({ root }) {
  return [
    `CREATE DATABASE recoup CHARACTER SET utf8mb4 COLLATE ${collation};`,
    // The installer also makes password-less accounts of other hosts.
    "DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');",
    'FLUSH PRIVILEGES;',
    `CREATE USER root@'127.0.0.1' IDENTIFIED BY '${root}';`,
    "GRANT ALL ON *.* TO root@'127.0.0.1' WITH GRANT OPTION;",
    `ALTER USER root@localhost IDENTIFIED BY '${root}';`,
    '',
  ].join('\n');
}

/**
 * The two users, whatever there was before: the owner of the tables, and the application's, to whom the migrator grants each
 * table by itself. It had all rights once; only what is there can be revoked.
 */
export function accountsSql({ app, owner }, host) {
  return [
    `CREATE USER IF NOT EXISTS recoup_owner@'${host}' IDENTIFIED BY '${owner}';`,
    `GRANT ALL ON recoup.* TO recoup_owner@'${host}' WITH GRANT OPTION;`,
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
