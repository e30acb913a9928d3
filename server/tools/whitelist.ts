import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AddressListService } from '../features/session/address-list.service.js';
import { SessionModule } from '../features/session/session.module.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, SessionModule] })
class WhitelistToolModule {}

if (!process.argv.includes('--clear')) {
  process.stderr.write('npm run whitelist -- --clear   lets people sign in from every address again\n');
  process.exit(2);
}
const app = await NestFactory.createApplicationContext(WhitelistToolModule, { logger: ['error'] });
const count = await app.get(AddressListService).clear();
await app.close();
process.stdout.write(`${count} white list${count === 1 ? '' : 's'} emptied\n`);
