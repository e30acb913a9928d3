import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthenticatorsService } from '../features/session/authenticators/authenticators.service.js';
import { SessionModule } from '../features/session/session.module.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, SessionModule] })
class AuthenticatorToolModule {}

const [act, username] = process.argv.slice(2);
if (act !== '--clear' || !username) {
  process.stderr.write(
    'npm run authenticator -- --clear USERNAME   removes the app of a person who lost it\n',
  );
  process.exit(2);
}
const app = await NestFactory.createApplicationContext(AuthenticatorToolModule, { logger: ['error'] });
const cleared = await app.get(AuthenticatorsService).clear(username);
await app.close();
process.stdout.write(cleared ? 'the app is removed\n' : `nobody named ${username} has an app\n`);
process.exitCode = cleared ? 0 : 1;
