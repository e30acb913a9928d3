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
import { FIRST_USERNAMES } from '../domain/setup/setup.rules.js';
import { Config } from '../platform/config/config.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, SetupModule] })
class FirstAdministratorToolModule {}

const USAGE = `npm run first-administrator -- create               two administrators in a database without users
npm run first-administrator -- second NAME [CODE]   one more administrator, of the topmost institution (CODE: of which one)
npm run first-administrator -- renew [NAME]         a new one-time password for an administrator
`;
const FILES = ['first-administrator.json', 'second-administrator.json'] as const;

const [act, username, code] = process.argv.slice(2);
const isKnown = act === 'create' || act === 'renew' || (act === 'second' && username !== undefined);
if (!isKnown) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const app = await NestFactory.createApplicationContext(FirstAdministratorToolModule, {
  logger: ['error', 'warn'],
});
try {
  await (act === 'create' ? create() : act === 'second' ? second(username!) : renew());
} finally {
  await app.close();
}

async function create(): Promise<void> {
  const administrators = app.get(FirstAdministratorService);
  if (await administrators.hasUsers())
    return refuse(
      'The database has users: start without --empty, or delete the data of this folder with --fresh.',
    );
  const passwords = await administrators.create();
  for (const [at, password] of passwords.entries()) await tell(password, FILES[at]!);
}

async function second(name: string): Promise<void> {
  try {
    await tell(await app.get(FirstAdministratorService).add(name, code), FILES[1]);
  } catch (error) {
    refuse((error as Error).message);
  }
}

async function renew(): Promise<void> {
  const [first, other] = FIRST_USERNAMES;
  const name = username ?? first;
  const password = await app.get(FirstAdministratorService).renew(name);
  if (!password) return refuse(`No administrator named ${name} may sign in.`);
  await tell(password, name === other ? FILES[1] : FILES[0]);
}

/** Never to the terminal, which may be a log: to a file that its owner alone can read, one for each person. */
async function tell(password: FirstPassword, fileName: (typeof FILES)[number]): Promise<void> {
  const file = join(app.get(Config).dataDir, fileName);
  // One that is there keeps the rights that it has.
  await rm(file, { force: true });
  const { username: name, code: oneTime, expiresAt } = password;
  const content = { username: name, password: oneTime, expiresAt };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  process.stdout.write(`User name and one-time password are in ${file} until ${expiresAt}.\n`);
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
