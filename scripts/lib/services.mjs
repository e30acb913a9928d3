import { join } from 'node:path';
import { systemBinaries, unpackedBinaries } from './binaries.mjs';
import { writeJson } from './files.mjs';
import { MariaDb } from './mariadb.mjs';
import { dataDir, privateDir } from './paths.mjs';
import { Redis } from './redis.mjs';

export const runtimeDir = () => join(dataDir(), 'runtime');

/**
 * MySQL and Redis for whoever asks: those of DATABASE_URL and REDIS_URL, or private ones under `dir`.
 * Returns what to stop again and the environment to reach them.
 */
export class Services {
  constructor(dir, { bufferPool = 256, external = true, say = () => {} } = {}) {
    Object.assign(this, { dir, bufferPool, say });
    this.databaseUrl = external ? process.env.DATABASE_URL : undefined;
    this.redisUrl = external ? process.env.REDIS_URL : undefined;
  }

  async up() {
    privateDir(this.dir);
    if (this.databaseUrl && this.redisUrl) return this;
    const binaries = await this.binaries();
    if (!this.databaseUrl) {
      this.mariadb = new MariaDb(join(this.dir, 'mariadb'), binaries.mariadb);
      this.say(`MariaDB ${await this.mariadb.up({ bufferPool: this.bufferPool })} (${binaries.origin})`);
    }
    if (!this.redisUrl) {
      this.redis = new Redis(join(this.dir, 'redis'), binaries.redis);
      this.say(`Redis ${await this.redis.up()}`);
    }
    writeJson(join(this.dir, 'services.json'), this.description());
    return this;
  }

  async binaries() {
    const found = systemBinaries() ?? unpackedBinaries(runtimeDir());
    if (!found) throw new Error('Neither the system nor .data/runtime has MariaDB and Redis.');
    return found;
  }

  env() {
    const urls = this.mariadb?.urls();
    return {
      DATABASE_URL: this.databaseUrl ?? urls.app,
      REDIS_URL: this.redisUrl ?? this.redis.url(),
      ...(urls ? { TEST_DATABASE_URL: urls.root } : {}),
      ...(this.redis ? { TEST_REDIS_URL: this.redis.url() } : {}),
      RECOUP_SERVICES_FILE: join(this.dir, 'services.json'),
    };
  }

  // A fault script kills and restarts these itself: it needs the pid, the port and the very command.
  description() {
    return Object.fromEntries(
      [this.mariadb, this.redis].filter(Boolean).map((service) => {
        const { name, ...state } = service.state();
        return [name, { ...state, home: service.home, runFile: service.runFile }];
      }),
    );
  }

  /** Redis first: its clients cope with losing it, whereas a transaction should find its database. */
  async down() {
    const ended = [];
    for (const service of [this.redis, this.mariadb].filter(Boolean)) {
      const how = await service.down();
      if (how !== 'gone') ended.push(`${service.constructor.name} ${how}`);
    }
    return ended;
  }
}

/** Ends what runs under `dir`, also when this process did not start it. */
export async function endServices(dir) {
  const services = new Services(dir, { external: false });
  services.mariadb = new MariaDb(join(dir, 'mariadb'), {});
  services.redis = new Redis(join(dir, 'redis'), {});
  return services.down();
}
