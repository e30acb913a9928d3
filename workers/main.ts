import 'reflect-metadata';
import './lean-heap.js';
import { NestFactory } from '@nestjs/core';
import { FallingDueService } from '../server/features/case-work/loans/falling-due.service.js';
import { DaysService } from '../server/features/case-work/score-cards/days.service.js';
import { Logger } from '../server/platform/logger/logger.js';
import { guardProcess } from '../server/platform/process-guards.js';
import { MetricsServer } from './metrics-server.js';
import { Processors } from './processors.js';
import { Relay } from './relay.js';
import { WorkersModule } from './workers.module.js';

const app = await NestFactory.createApplicationContext(WorkersModule, { bufferLogs: true });
app.useLogger(app.get(Logger));
app.enableShutdownHooks();
guardProcess(app.get(Logger));
await app.get(Relay).start();
await app.get(Processors).start();
await app.get(MetricsServer).start();
// The machine may have slept through midnight.
await app.get(FallingDueService).run({ night: true });
await app.get(DaysService).openAll();
process.stdout.write('ready workers\n');
