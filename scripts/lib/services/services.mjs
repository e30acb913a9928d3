import { join } from 'node:path';
import { OLDEST_MYSQL, findPrograms, getPrograms } from './binaries.mjs';
import { DockerServices, dockerAnswers } from './docker.mjs';
import { ENGINES, begunWith, databaseOf, engineFor } from './engines.mjs';
import { remove, writeJson } from '../files.mjs';
import { privateDir } from '../paths.mjs';
import { Problem, tailOf } from '../process.mjs';
import { Redis } from './redis.mjs';
import { discardHalf } from './sql-server.mjs';

/**
 * A database and Redis for whoever asks: those of DATABASE_URL and REDIS_URL, or private ones under `dir`.
 * Knows what to stop again and the environment to reach them. `engine` is "mariadb" or "mysql"; unsaid, the one that has data.
 */
export class Services {
  constructor(dir, { engine, bufferPool = 256, lasting = true, external = true, say = () => {} } = {}) {
    Object.assign(this, { dir, engine, bufferPool, lasting, say });
    this.databaseUrl = external ? process.env.DATABASE_URL : undefined;
    this.redisUrl = external ? process.env.REDIS_URL : undefined;
  }

  async up() {
    privateDir(this.dir);
    if (this.databaseUrl && this.redisUrl) return this;
    const missing = await this.prepare();
    if (missing) throw new Problem(missing);
    if (this.programs) await this.bringUpPrivate();
    else await this.bringUpDocker();
    writeJson(join(this.dir, 'services.json'), this.description());
    return this;
  }

  /** Finds what to run the services by, or gets it. Returns what to do when there is no way, or undefined. */
  async prepare() {
    const engine = engineFor(this.dir, this.engine);
    // A data folder that was begun with Docker stays with it: no other server can read its volume.
    const inDocker = new DockerServices(this.dir).state !== undefined && !begunWith(this.dir);
    this.programs = inDocker ? undefined : await this.findPrograms(engine);
    if (this.programs || dockerAnswers()) return undefined;
    return howToGetServices(engine, inDocker ? DOCKER_AWAY : this.reason);
  }

  async findPrograms(engine) {
    const found = findPrograms(engine);
    if (found) return found;
    this.reason = await getPrograms(engine, this.say);
    return findPrograms(engine);
  }

  async bringUpPrivate() {
    const { programs, bufferPool, lasting } = this;
    if (!this.databaseUrl)
      this.database = databaseOf(this.dir, engineFor(this.dir, this.engine), programs.database);
    if (!this.redisUrl) this.redis = new Redis(join(this.dir, 'redis'), programs.redis);
    await Promise.all([
      this.database?.up({ bufferPool, lasting }).then((how) => {
        this.say(`${this.database.title} ${how} (${programs.origin})`);
      }),
      this.redis?.up().then((how) => this.say(`Redis ${how}`)),
    ]);
  }

  async bringUpDocker() {
    this.docker = new DockerServices(this.dir);
    this.say('MySQL and Redis by Docker Compose');
    await this.docker.up();
  }

  urls() {
    return this.docker?.urls ?? { ...this.database?.urls(), redis: this.redis?.url() };
  }

  env() {
    const urls = this.urls();
    return {
      DATABASE_URL: this.databaseUrl ?? urls.app,
      REDIS_URL: this.redisUrl ?? urls.redis,
      RECOUP_MIGRATE_DATABASE_URL: undefined,
    };
  }

  /** For what changes tables: never in the environment of a server, workers or an intake. */
  ownerEnv() {
    const urls = this.urls();
    const owner = this.databaseUrl ? process.env.RECOUP_MIGRATE_DATABASE_URL : urls.owner;
    return defined({ ...this.env(), RECOUP_MIGRATE_DATABASE_URL: owner });
  }

  /** For tests and measurements, which make databases of their own and kill services. */
  testEnv() {
    const { root, redis } = this.urls();
    return defined({
      ...this.ownerEnv(),
      TEST_DATABASE_URL: root,
      TEST_REDIS_URL: redis,
      RECOUP_SERVICES_FILE: join(this.dir, 'services.json'),
    });
  }

  // A fault script kills and restarts these itself: it needs the pid, the port and the very command.
  description() {
    const services = Object.entries({ database: this.database, redis: this.redis }).filter(([, one]) => one);
    return Object.fromEntries(
      services.map(([name, service]) => [
        name,
        { ...service.state(), pid: service.pid(), home: service.home, runFile: service.runFile },
      ]),
    );
  }

  /** Calls `onDeath` once when a private service ends by itself. */
  watch(onDeath) {
    const services = [this.database, this.redis].filter(Boolean);
    const timer = setInterval(() => {
      const dead = services.find((service) => !service.pid());
      if (!dead || this.ending) return;
      clearInterval(timer);
      onDeath({ name: dead.title }, 'no word', tailOf(dead.log));
    }, 1_000);
    timer.unref();
  }

  down() {
    this.ending = true;
    return endAll([this.redis, this.database, this.docker].filter(Boolean));
  }
}

/** In this order Redis comes first: its clients cope with losing it, whereas a transaction should find its database. */
async function endAll(services) {
  const ended = [];
  for (const service of services) {
    const how = await service.down();
    if (how !== 'gone') ended.push(`${service.title} ${how}`);
  }
  return ended;
}

function defined(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

/** Ends what runs under `dir`, also when this process did not start it. */
export function endServices(dir) {
  const databases = Object.keys(ENGINES).map((engine) => databaseOf(dir, engine));
  return endAll([new Redis(join(dir, 'redis'), {}), ...databases, new DockerServices(dir)]);
}

/** Deletes the databases under `dir`; they have to be down. */
export async function deleteServices(dir) {
  await new DockerServices(dir).forget();
  for (const engine of Object.keys(ENGINES)) {
    discardHalf(join(dir, `${engine}.half-made`));
    remove(join(dir, engine));
  }
  remove(join(dir, 'redis'));
}

const DOCKER_AWAY = 'The data here was begun in Docker, which does not answer.';

const INSTALL = {
  mariadb:
    '  - install them: on Debian or Ubuntu "apt-get install mariadb-server redis-server", on macOS "brew install mariadb redis"',
  mysql: `  - install MySQL ${OLDEST_MYSQL} or newer and Redis, so that mysqld and redis-server stand on the PATH`,
};

function howToGetServices(engine, reason) {
  const database = engine === 'mysql' ? 'MySQL' : 'MariaDB (or MySQL, with --mysql)';
  return [
    `Recoup needs ${database} and Redis, and found no way to get them here.`,
    ...(reason ? [reason] : []),
    'Do one of these, then start again:',
    INSTALL[engine],
    '  - start Docker, so that "docker info" answers',
    '  - set DATABASE_URL=mysql://user:password@host:port/database and REDIS_URL=redis://host:port/0',
  ].join('\n');
}
