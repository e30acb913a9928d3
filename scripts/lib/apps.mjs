import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJson, remove, writeJson } from './files.mjs';
import { privateDir, root } from './paths.mjs';
import { Problem, exitOf, isOurs, stopPid, tailOf } from './process.mjs';

const largestLog = 20 * 1024 * 1024;
const shownPerMinute = 30;

/** The processes of one data folder: started, watched, waited for and ended. */
export class Apps {
  constructor(dir, { say, onDeath }) {
    Object.assign(this, { dir, say, onDeath });
    this.children = new Map();
  }

  start(name, script, env, args = []) {
    const path = join(root, script);
    if (!existsSync(path))
      throw new Problem(`${script} is missing: its source has not been written or not been built.`);
    const log = this.openLog(name);
    const child = spawn(process.execPath, ['--enable-source-maps', path, ...args], {
      cwd: root,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const app = { name, path, child, log, ready: false, ended: undefined };
    this.children.set(name, app);
    writeJson(join(privateDir(this.dir, 'run'), `${name}.json`), { pid: child.pid, path });
    this.follow(app, child.stdout, false);
    this.follow(app, child.stderr, true);
    app.end = exitOf(child).then((code) => this.ended(app, code));
    return app;
  }

  openLog(name) {
    const file = join(privateDir(this.dir, 'logs'), `${name}.log`);
    if (existsSync(file) && statSync(file).size > largestLog) renameSync(file, `${file}.1`);
    return createWriteStream(file, { flags: 'a', mode: 0o600 });
  }

  follow(app, stream, isError) {
    const limit = { shown: 0, since: Date.now() };
    createInterface({ input: stream }).on('line', (line) => {
      app.log.write(`${line}\n`);
      if (/^ready\b/.test(line)) app.ready = true;
      const text = worthShowing(line, isError);
      if (text && !this.stopping) this.showLimited(app, text, limit);
    });
  }

  // A broken database makes thousands of the same line a second.
  showLimited(app, text, limit) {
    if (Date.now() - limit.since > 60_000) Object.assign(limit, { shown: 0, since: Date.now() });
    limit.shown += 1;
    if (limit.shown < shownPerMinute) this.say(`${app.name}: ${text}`);
    if (limit.shown === shownPerMinute) this.say(`${app.name}: more in ${app.log.path}`);
  }

  ended(app, code) {
    app.ended = code;
    remove(join(this.dir, 'run', `${app.name}.json`));
    if (this.stopping || app.replaced) return;
    const finished = code === 0 && app.name === 'simulator';
    if (!finished) this.onDeath(app, code, tailOf(app.log.path));
  }

  async waitReady(name, url, milliseconds = 60_000) {
    const app = this.children.get(name);
    const until = Date.now() + milliseconds;
    while (Date.now() < until) {
      if (app.ended !== undefined) throw new Problem(`${name} ended with ${app.ended} while starting.`);
      if (url ? await answers(url) : app.ready) return;
      await sleep(40);
    }
    const what = url ? `did not answer ${url}` : 'did not print "ready"';
    throw new Problem(
      `${name} ${what} within ${milliseconds / 1000} s. Its last lines:\n${tailOf(app.log.path)}`,
    );
  }

  async restart(name, env) {
    const app = this.children.get(name);
    app.replaced = true;
    await stopPid(app.child.pid);
    await app.end;
    const script = app.path.slice(root.length + 1);
    return this.start(name, script, env);
  }

  /** Those that make work end first, then those that do it, then the world outside. */
  async down() {
    this.stopping = true;
    for (const names of [['simulator'], ['server', 'workers', 'vite'], ['sandbox']]) {
      const apps = names.map((name) => this.children.get(name)).filter((app) => app?.child.pid);
      await Promise.all(apps.map((app) => stopPid(app.child.pid, { grace: 15_000 })));
    }
    for (const { name, log } of this.children.values()) {
      log.end();
      remove(join(this.dir, 'run', `${name}.json`));
    }
  }
}

/** Ends what a start that was killed left behind in this folder. Returns the names. */
export async function endLeftovers(dir) {
  const run = join(dir, 'run');
  if (!existsSync(run)) return [];
  const ended = [];
  for (const file of readdirSync(run).filter((name) => name.endsWith('.json'))) {
    const { pid, path } = readJson(join(run, file));
    if (isOurs(pid, path)) {
      await stopPid(pid);
      ended.push(`${file.replace('.json', '')} (pid ${pid})`);
    }
    remove(join(run, file));
  }
  return ended;
}

const levels = { 40: 'warning', 50: 'error', 60: 'fatal' };

function worthShowing(line, isError) {
  if (!line.startsWith('{')) return isError ? line : undefined;
  try {
    const entry = JSON.parse(line);
    const reason = entry.err?.message ? `: ${entry.err.message}` : '';
    return levels[entry.level] ? `${levels[entry.level]}: ${entry.msg ?? ''}${reason}` : undefined;
  } catch (error) {
    return isError ? `${line} (${error.message})` : undefined;
  }
}

export function answers(url) {
  return new Promise((done) => {
    const request = get(url, { timeout: 2_000 }, (response) => {
      response.resume();
      done(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(false));
  });
}
