import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { DemoSeed } from '../seeds/demo-seed.js';
import { seedParameters } from '../seeds/parameters.js';
import { SeedModule } from '../seeds/seed.module.js';

const started = performance.now();
const say = (line: string) => process.stdout.write(`  ${line}\n`);
const app = await NestFactory.createApplicationContext(SeedModule, { logger: ['error', 'warn'] });
try {
  const planted = await app.get(DemoSeed).plant(seedParameters(process.env), say);
  if (planted) say(`the demo is seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
} finally {
  await app.close();
}
