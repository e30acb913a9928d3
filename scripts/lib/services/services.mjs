import { join } from 'node:path';
import { getServicePackages, systemBinaries, unpackedBinaries } from './binaries.mjs';
import { DockerServices, dockerAnswers } from './docker.mjs';
import { remove, writeJson } from '../files.mjs';
import { MariaDb, discardHalf } from './mariadb.mjs';
import { privateDir } from '../paths.mjs';
import { Problem, tailOf } from '../process.mjs';
import { Redis } from './redis.mjs';

/**
 * MySQL and Redis for whoever asks: those of DATABASE_URL and REDIS_URL, or private ones under `dir`.
 * Knows what to stop again and the environment to reach them.
 */
export class Services {
  constructor(dir, { bufferPool = 256, lasting = true, external = true, say = () => {} } = {}) {
    Object.assign(this, { dir, bufferPool, lasting, say });
    this.databaseUrl = external ? process.env.DATABASE_URL : undefined;
    this.redisUrl = external ? process.env.REDIS_URL : undefined;
  }

  async up() {
    privateDir(this.dir);
    if (this.databaseUrl && this.redisUrl) return this;
    const binaries = await this.findBinaries();
    if (binaries) await this.bringUpPrivate(binaries);
    else await this.bringUpDocker();
    writeJson(join(this.dir, 'services.json'), this.description());
    return this;
  }

  async findBinaries() {
    const found = systemBinaries() ?? unpackedBinaries();
    if (found) return found;
    this.reason = await getServicePackages(this.say);
    return systemBinaries() ?? unpackedBinaries();
  }

  async bringUpPrivate(binaries) {
    if (!this.databaseUrl) {
      this.mariadb = new MariaDb(join(this.dir, 'mariadb'), binaries.mariadb);
      const { bufferPool, lasting } = this;
      this.say(`MariaDB ${await this.mariadb.up({ bufferPool, lasting })} (${binaries.origin})`);
    }
    if (!this.redisUrl) {
      this.redis = new Redis(join(this.dir, 'redis'), binaries.redis);
      this.say(`Redis ${await this.redis.up()}`);
    }
  }

  async bringUpDocker() {
    if (!dockerAnswers()) throw new Problem(howToGetServices(this.reason));
    this.docker = new DockerServices(this.dir);
    this.say('MySQL and Redis by Docker Compose');
    await this.docker.up();
  }

  urls() {
    return this.docker?.urls ?? { ...this.mariadb?.urls(), redis: this.redis?.url() };
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
    return Object.fromEntries(
      [this.mariadb, this.redis].filter(Boolean).map((service) => {
        const { name, ...state } = service.state();
        return [name, { ...state, pid: service.pid(), home: service.home, runFile: service.runFile }];
      }),
    );
  }

  /** Calls `onDeath` once when a private service ends by itself. */
  watch(onDeath) {
    const services = [this.mariadb, this.redis].filter(Boolean);
    const timer = setInterval(() => {
      const dead = services.find((service) => !service.pid());
      if (!dead || this.ending) return;
      clearInterval(timer);
      onDeath({ name: dead.constructor.name }, 'no word', tailOf(dead.log));
    }, 1_000);
    timer.unref();
  }

  /** Redis first: its clients cope with losing it, whereas a transaction should find its database. */
  async down() {
    this.ending = true;
    const ended = [];
    for (const service of [this.redis, this.mariadb, this.docker].filter(Boolean)) {
      const how = await service.down();
      if (how !== 'gone') ended.push(`${service.constructor.name} ${how}`);
    }
    return ended;
  }
}

function defined(env) {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

/** Ends what runs under `dir`, also when this process did not start it. */
export async function endServices(dir) {
  const services = new Services(dir, { external: false });
  services.mariadb = new MariaDb(join(dir, 'mariadb'), {});
  services.redis = new Redis(join(dir, 'redis'), {});
  services.docker = new DockerServices(dir);
  return services.down();
}

/** Deletes the databases under `dir`; they have to be down. */
export async function deleteServices(dir) {
  await new DockerServices(dir).forget();
  discardHalf(join(dir, 'mariadb.half-made'));
  for (const name of ['mariadb', 'redis']) remove(join(dir, name));
}

function howToGetServices(reason) {
  return [
    'Recoup needs MariaDB (or MySQL 8) and Redis, and found no way to get them here.',
    ...(reason ? [reason] : []),
    'Do one of these, then start again:',
    '  - install them: on Debian or Ubuntu "apt-get install mariadb-server redis-server", on macOS "brew install mariadb redis"',
    '  - start Docker, so that "docker info" answers',
    '  - set DATABASE_URL=mysql://user:password@host:port/database and REDIS_URL=redis://host:port/0',
  ].join('\n');
}
