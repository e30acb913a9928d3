import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PlatformModule } from '../platform/platform.module.js';
import { ReplayModule } from '../features/replay/replay.module.js';
import { ReplayService } from '../features/replay/replay.service.js';

@Module({ imports: [PlatformModule, ReplayModule] })
class ReplayToolModule {}

if (!process.argv.includes('--check')) {
  process.stderr.write(
    'npm run replay -- --check   compares score cards, boards and ranks with the event log, and the money of each loan item\n',
  );
  process.exit(2);
}
const app = await NestFactory.createApplicationContext(ReplayToolModule, { logger: ['error'] });
const report = await app.get(ReplayService).check();
const money = await app.get(ReplayService).checkMoney();
const differences = [...report.differences, ...money];
await app.close();
process.stdout.write(
  `replayed ${report.events} events: ${report.days} collector days and ${report.hours} board hours compared, ` +
    `${report.waiting} events not folded yet, ${differences.length} differences\n`,
);
for (const difference of differences.slice(0, 50)) process.stdout.write(`  ${difference}\n`);
process.exitCode = differences.length === 0 ? 0 : 1;
