import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LoansModule } from '../features/case-work/loans/loans.module.js';
import { RestatementsService } from '../features/case-work/loans/restatements.service.js';
import { Config } from '../platform/config/config.js';
import { grantTables } from '../platform/db/grants.js';
import { createDatabase, migrate } from '../platform/db/migrator.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, LoansModule] })
class UpgradeModule {}

const { databaseUrl, migrateDatabaseUrl } = new Config();
await createDatabase(migrateDatabaseUrl);
const applied = await migrate(migrateDatabaseUrl, fileURLToPath(new URL('../migrations/', import.meta.url)));
process.stdout.write(applied.length > 0 ? `applied ${applied.join(', ')}\n` : 'the database is up to date\n');
await grantTables(migrateDatabaseUrl, databaseUrl);
// An upgrade, not a new database: 0411 lists cases that owe nothing.
if (applied.includes('0411-nothing-due.sql') && !applied.includes('0402-cases.sql')) {
  // Before anybody is shown or texted an amount: an interrupted run is taken up by the workers.
  const app = await NestFactory.createApplicationContext(UpgradeModule, { logger: ['error'] });
  const restated = await app.get(RestatementsService).run();
  await app.close();
  if (restated > 0) process.stdout.write(`restated what ${restated} cases claim\n`);
}
