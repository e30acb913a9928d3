import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { Processors } from '../../workers/processors.js';
import { Relay } from '../../workers/relay.js';
import { WorkersModule } from '../../workers/workers.module.js';
import { applyClock } from './clock.js';

/** The workers of this test file: the relay, and the processors when asked for. */
export async function startWorkers(options: { processors?: boolean } = {}): Promise<INestApplicationContext> {
  const context = await NestFactory.createApplicationContext(WorkersModule, { logger: false });
  applyClock(context);
  await context.get(Relay).start();
  if (options.processors) await context.get(Processors).start();
  return context;
}
