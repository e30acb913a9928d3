import { join } from 'node:path';
import { Apps, endLeftovers } from './apps.mjs';
import { buildClient } from './client.mjs';
import { compile } from './compile.mjs';
import { buildSettings } from './nest-cli.mjs';
import { remove, writeJson } from './files.mjs';
import { installPackages, packagesAreStale } from './packages.mjs';
import { privateDir, root } from './paths.mjs';
import { freePort, isFree, nextFreePort, portOwner } from './services/ports.mjs';
import { Problem, run } from './process.mjs';
import { ensureSecrets } from './services/secrets.mjs';
import { Services, deleteServices, endServices } from './services/services.mjs';

const defaultPort = 8080;

/** Where the running server can be reached, for the other commands. */
export const addressFile = (dir) => join(dir, 'address.json');

/** Where the two administrators' one-time passwords stand until somebody deletes them, each for another person. */
export const firstPasswordFiles = ['first-administrator.json', 'second-administrator.json'];

/** Deletes the demo's data; keys, logs, backups and unpacked packages stay. */
export async function forget(dir) {
  await endServices(dir);
  await deleteServices(dir);
  for (const name of ['files', 'demo-accounts.json', ...firstPasswordFiles]) remove(join(dir, name));
}

/** Everything that `npm start` brings up in one data folder, step by step. */
export class Stack {
  constructor(dir, options, { steps, onDeath, services = {} }) {
    Object.assign(this, { dir, options, steps, onDeath });
    this.say = (line) => steps.line(line);
    this.startedAt = new Date().toISOString();
    this.apps = new Apps(dir, { say: this.say, onDeath });
    this.services = new Services(dir, {
      engine: options.engine,
      bufferPool: options.bufferPool,
      ...services,
    });
  }

  /** Downloads and the wait for a disk go beside the work of the processor. */
  async bringUp({ client = false } = {}) {
    await this.endLeftovers();
    await this.choosePorts();
    const packages = this.install();
    const services = this.bringUpServices();
    const server = Promise.all([services, packages.then(() => this.build())]);
    await Promise.all([
      server.then(() => (this.options.empty ? this.migrate().then(() => this.beginEmpty()) : this.seed())),
      packages.then(() => client && this.buildClient()),
    ]);
    await this.startApps();
  }

  async install() {
    const which = { all: false };
    if (packagesAreStale(which))
      await this.steps.step('Install packages', (note) => installPackages(note, which));
  }

  async endLeftovers() {
    for (const name of await endLeftovers(this.dir)) {
      this.say(`Ended ${name}, left behind by an earlier start.`);
    }
  }

  async bringUpServices() {
    if (this.options.fresh) await this.steps.step('Delete the old data', () => this.startAnew());
    this.secretFile = ensureSecrets(this.dir);
    await this.steps.step('Database and Redis', (note) => {
      this.services.say = note;
      return this.services.up();
    });
  }

  async startAnew() {
    if (process.env.DATABASE_URL || process.env.REDIS_URL) {
      throw new Problem(
        '--fresh deletes only the private data under .data: empty the database of DATABASE_URL yourself.',
      );
    }
    await forget(this.dir);
  }

  build() {
    return this.steps.step('Build the server', async (note) => {
      const { compiled } = await compile();
      note(compiled ? `${compiled} files` : 'up to date');
    });
  }

  buildClient() {
    return this.steps.step('Build the client', async (note) => {
      if (!(await buildClient())) note('up to date');
    });
  }

  async choosePorts() {
    const { host, port } = this.options;
    this.host = host;
    this.sandboxPort = await freePort(Number(process.env.SANDBOX_PORT) || undefined);
    if (port && !(await isFree(port, host)))
      throw new Problem(`Port ${port} is in use${by(port)}. Name another with --port.`);
    this.metricsPort = Number(process.env.RECOUP_METRICS_PORT) || (await freePort());
    this.port = port ?? (await nextFreePort(defaultPort, host));
    if (!port && this.port !== defaultPort) {
      this.say(`Port ${defaultPort} is in use${by(defaultPort)}: using ${this.port}.`);
    }
  }

  /** Shows the demo's shifted clock to other processes; empty when the clock is not shifted. */
  clock() {
    const env = { RECOUP_CLOCK_FROM: this.startedAt, ...process.env, ...this.options.demo };
    const { RECOUP_CLOCK_AT, RECOUP_CLOCK_FROM } = env;
    return RECOUP_CLOCK_AT ? { RECOUP_CLOCK_AT, RECOUP_CLOCK_FROM } : {};
  }

  env() {
    const reachable = this.host === '0.0.0.0' || this.host === '::' ? '127.0.0.1' : this.host;
    return {
      // A shifted clock counts from here in all processes: else what rings would ring before it was called.
      RECOUP_CLOCK_FROM: this.startedAt,
      ...process.env,
      NODE_ENV: this.options.nodeEnv ?? 'production',
      ...this.services.env(),
      ...this.options.demo,
      HOST: this.host,
      PORT: String(this.port),
      RECOUP_SERVER_URL: `http://${reachable}:${this.port}`,
      // The workers' port: the server answers for its metrics on its own.
      RECOUP_METRICS_PORT: String(this.metricsPort),
      SANDBOX_PORT: String(this.sandboxPort),
      SANDBOX_URL: process.env.SANDBOX_URL ?? `http://127.0.0.1:${this.sandboxPort}`,
      RECOUP_DATA_DIR: this.dir,
      ...(this.secretFile ? { RECOUP_SECRET_FILE: this.secretFile } : {}),
    };
  }

  /** Runs a compiled tool as the owner of the tables. */
  tool(script, args = [], { inherit = false, flags = [] } = {}) {
    const log = inherit ? undefined : join(privateDir(this.dir, 'logs'), 'tools.log');
    const command = ['--enable-source-maps', ...flags, join(root, script), ...args];
    const env = { ...this.env(), ...this.services.ownerEnv() };
    return run(process.execPath, command, { cwd: root, env, inherit, log });
  }

  migrate() {
    return this.steps.step('Migrate the database', () => this.tool('dist/server/tools/migrate.js'));
  }

  /** Nothing but two administrators; the tool refuses a database that has users. */
  beginEmpty() {
    return this.steps.step('Make two administrators', () =>
      this.tool('dist/server/tools/first-administrator.js', ['create']),
    );
  }

  /** The tool migrates first. */
  seed() {
    // Most of what it makes lives until the next statement is sent: with more room for that it is cleared away less often.
    const flags = ['--max-semi-space-size=64'];
    const work = () => this.tool('dist/server/tools/seed.js', [], { inherit: true, flags });
    return this.steps.step('Migrate the database and seed the demo', work, { quiet: true });
  }

  async startApps() {
    this.services.watch(this.onDeath);
    await this.steps.step('Start server and workers', async (note) => {
      const env = this.env();
      this.apps.start('server', buildSettings().entry, env);
      this.apps.start('workers', 'dist/workers/main.js', env);
      const live = await this.isLive();
      note(live ? 'a live site has no sandbox' : 'with the sandbox');
      if (!live) this.apps.start('sandbox', 'dist/sandbox/main.js', env);
      await Promise.all([
        live || this.apps.waitReady('sandbox'),
        // Not by /healthz: behind a proxy it asks for a token.
        this.apps.waitReady('server'),
        this.apps.waitReady('workers'),
      ]);
      if (this.options.simulator && !live) this.apps.start('simulator', 'dist/sandbox/simulator.js', env);
      const metrics = [env.RECOUP_SERVER_URL, `http://127.0.0.1:${this.metricsPort}`].map(
        (url) => `${url}/metrics`,
      );
      writeJson(addressFile(this.dir), { url: env.RECOUP_SERVER_URL, metrics });
    });
  }

  async isLive() {
    const script = join(root, 'dist/server/tools/stage.js');
    const { text } = await run(process.execPath, [script], { cwd: root, env: this.env() });
    return text === 'LIVE';
  }

  async down() {
    this.steps.stop();
    remove(addressFile(this.dir));
    await this.apps.down();
    await this.services.down();
  }
}

function by(port) {
  const owner = portOwner(port);
  return owner ? ` (by ${owner})` : '';
}
