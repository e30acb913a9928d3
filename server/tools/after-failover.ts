import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { SealsModule } from '../features/seals/seals.module.js';
import { SealsService } from '../features/seals/seals.service.js';
import { Config } from '../platform/config/config.js';
import { leapNumbers } from '../platform/db/owner/numbered-tables.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, SealsModule] })
class AfterFailoverToolModule {}

await leapNumbers(new Config().migrateDatabaseUrl);
process.stdout.write('numbers go on a million further\n');
const app = await NestFactory.createApplicationContext(AfterFailoverToolModule, { logger: ['error'] });
const lost = await app.get(SealsService).putAside();
await app.close();
process.stdout.write(`${lost} signed words put aside, of events that this database has not\n`);
