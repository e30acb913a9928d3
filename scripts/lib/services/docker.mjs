import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, remove, writeJson } from '../files.mjs';
import { root } from '../paths.mjs';
import { accountsSql } from './sql-server.mjs';
import { freePort } from './ports.mjs';
import { run } from '../process.mjs';

/** Whether a Docker engine with Compose answers; the command alone says nothing. */
export function dockerAnswers() {
  const asks = [['info'], ['compose', 'version']];
  return asks.every((args) => spawnSync('docker', args, { stdio: 'ignore', timeout: 8_000 }).status === 0);
}

/** MySQL and Redis in containers of their own, named after the folder; the state file says that they exist. */
export class DockerServices {
  title = 'Docker';

  constructor(dir) {
    this.stateFile = join(dir, 'docker.json');
    this.state = readJson(this.stateFile);
    this.project = `recoup-${createHash('sha256').update(dir).digest('hex').slice(0, 10)}`;
  }

  async up() {
    this.state ??= {
      mysqlPort: await freePort(),
      redisPort: await freePort(),
      rootPassword: randomBytes(24).toString('base64url'),
      password: randomBytes(24).toString('base64url'),
    };
    this.state.ownerPassword ??= randomBytes(24).toString('base64url');
    writeJson(this.stateFile, this.state);
    await this.compose(['up', '--detach', '--wait']);
    await this.makeAccounts();
  }

  /** The text goes over standard input: a command line can be read by others. */
  makeAccounts() {
    const { password, ownerPassword } = this.state;
    const shell = 'MYSQL_PWD="$MYSQL_ROOT_PASSWORD" exec mysql -uroot';
    const input = accountsSql({ app: password, owner: ownerPassword }, '%');
    const args = ['exec', '-T', 'mysql', 'sh', '-c', shell];
    return this.compose(args, { input });
  }

  async down() {
    if (!this.state) return 'gone';
    await this.compose(['stop']);
    return 'ended';
  }

  async forget() {
    if (!existsSync(this.stateFile)) return;
    await this.compose(['down', '--volumes']);
    remove(this.stateFile);
  }

  compose(args, options = {}) {
    const { mysqlPort, redisPort, rootPassword, password } = this.state;
    const env = {
      ...process.env,
      RECOUP_MYSQL_PORT: String(mysqlPort),
      RECOUP_REDIS_PORT: String(redisPort),
      RECOUP_MYSQL_ROOT_PASSWORD: rootPassword,
      RECOUP_MYSQL_PASSWORD: password,
    };
    const file = join(root, 'scripts/services.compose.yml');
    const command = ['compose', '--project-name', this.project, '--file', file, ...args];
    return run('docker', command, { ...options, env });
  }

  get urls() {
    const { mysqlPort, redisPort, rootPassword, password, ownerPassword } = this.state;
    return {
      app: `mysql://recoup:${password}@127.0.0.1:${mysqlPort}/recoup`,
      owner: `mysql://recoup_owner:${ownerPassword}@127.0.0.1:${mysqlPort}/recoup`,
      root: `mysql://root:${rootPassword}@127.0.0.1:${mysqlPort}/`,
      redis: `redis://:${password}@127.0.0.1:${redisPort}/0`,
    };
  }
}
