import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pidIn, readJson, writeJson, writePrivate } from '../files.mjs';
import { socketPath } from './sql-server.mjs';
import { privateDir } from '../paths.mjs';
import { ask, freePort } from './ports.mjs';
import { Problem, isAlive, isOurs, startDetached, stopPid, tailOf } from '../process.mjs';

export class Redis {
  title = 'Redis';

  /** `home` holds data/, password.json, redis.conf, run.json and redis.log. */
  constructor(home, binaries) {
    this.home = home;
    this.binaries = binaries;
    this.runFile = join(home, 'run.json');
    this.log = join(home, 'redis.log');
    this.passwordFile = join(home, 'password.json');
  }

  state() {
    return readJson(this.runFile);
  }

  /** The pid of a living Redis of this folder, whoever started it. */
  pid() {
    const state = this.state();
    if (!state) return undefined;
    // Redis rewrites its own command line to "redis-server 127.0.0.1:port" soon after its start.
    const isRedis = (pid) =>
      isOurs(pid, 'redis-server', `:${state.port}`) || isOurs(pid, 'redis-server', this.home);
    return [state.pid, pidIn(join(this.home, 'redis.pid'))].find(isRedis);
  }

  async up() {
    const pid = this.pid();
    if (pid) {
      await this.waitReady({ ...this.state(), pid });
      return 'adopted';
    }
    const made = !existsSync(this.passwordFile);
    privateDir(this.home, 'data');
    if (made) writeJson(this.passwordFile, { password: randomBytes(24).toString('base64url') });
    await this.launch();
    return made ? 'created' : 'started';
  }

  async launch() {
    const port = await freePort(this.state()?.port);
    const socket = socketPath(this.home);
    const config = join(this.home, 'redis.conf');
    // The password stands in a file, for a command line can be read by everyone on the machine.
    writePrivate(config, this.config(port, socket));
    const { env } = this.binaries;
    const [command, ...first] = this.binaries.server;
    const state = { port, socket, command, args: [...first, config], env };
    const pid = startDetached(command, state.args, {
      log: this.log,
      env: { ...process.env, ...env },
    });
    writeJson(this.runFile, { pid, ...state });
    await this.waitReady({ pid, port });
  }

  config(port, socket) {
    return [
      'bind 127.0.0.1',
      `port ${port}`,
      `unixsocket "${socket}"`,
      'unixsocketperm 700',
      `dir "${join(this.home, 'data')}"`,
      `requirepass ${readJson(this.passwordFile).password}`,
      `pidfile "${join(this.home, 'redis.pid')}"`,
      'daemonize no',
      'appendonly yes',
      'appendfsync everysec',
      'save ""',
      'maxmemory-policy noeviction',
      '',
    ].join('\n');
  }

  async waitReady({ pid, port }, milliseconds = 120_000) {
    const { password } = readJson(this.passwordFile);
    const until = Date.now() + milliseconds;
    let answer = '';
    while (Date.now() < until) {
      answer = (await ask(port, `AUTH ${password}\r\nPING\r\n`))?.toString() ?? '';
      if (answer.startsWith('+OK')) return;
      if (!isAlive(pid)) throw new Problem(`Redis ended while starting:\n${tailOf(this.log)}`);
      await sleep(30);
    }
    throw new Problem(
      `Redis did not answer on port ${port} within ${milliseconds / 1000} s (last answer: ${answer.trim()}).`,
    );
  }

  async down() {
    const pid = this.pid();
    return pid ? stopPid(pid, { grace: 15_000 }) : 'gone';
  }

  url() {
    return `redis://:${readJson(this.passwordFile).password}@127.0.0.1:${this.state().port}/0`;
  }
}
