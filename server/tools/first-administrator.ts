import 'reflect-metadata';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  FirstAdministratorService,
  type FirstPassword,
} from '../features/setup/first-administrator.service.js';
import { SetupModule } from '../features/setup/setup.module.js';
import { FIRST_USERNAME } from '../features/setup/setup.rules.js';
import { Config } from '../platform/config/config.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, SetupModule] })
class FirstAdministratorToolModule {}

const USAGE = `npm run first-administrator -- create          in a database without users
npm run first-administrator -- renew [NAME]    a new one-time password for an administrator
`;

const [act, username = FIRST_USERNAME] = process.argv.slice(2);
if (act !== 'create' && act !== 'renew') {
  process.stderr.write(USAGE);
  process.exit(2);
}
const app = await NestFactory.createApplicationContext(FirstAdministratorToolModule, {
  logger: ['error', 'warn'],
});
try {
  await (act === 'create' ? create() : renew());
} finally {
  await app.close();
}

async function create(): Promise<void> {
  const administrators = app.get(FirstAdministratorService);
  if (await administrators.hasUsers())
    return refuse(
      'The database has users: start without --empty, or delete the data of this folder with --fresh.',
    );
  await tell(await administrators.create());
}

async function renew(): Promise<void> {
  const password = await app.get(FirstAdministratorService).renew(username);
  if (!password) return refuse(`No administrator named ${username} may sign in.`);
  await tell(password);
}

/** Never to the terminal, which may be a log: to a file that its owner alone can read. */
async function tell(password: FirstPassword): Promise<void> {
  const file = join(app.get(Config).dataDir, 'first-administrator.json');
  // One that is there keeps the rights that it has.
  await rm(file, { force: true });
  const { username: name, code, expiresAt } = password;
  const content = { username: name, password: code, expiresAt };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`User name and one-time password are in ${file} until ${expiresAt}.\n`);
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
