import { NestFactory } from '@nestjs/core';
import { DemoSeed } from './demo-seed.js';
import { seedParameters } from './parameters.js';
import { SeedModule } from './seed.module.js';

/** Seeds the database of the environment. */
export async function seedDemo(): Promise<void> {
  const started = performance.now();
  const say = (line: string) => process.stdout.write(`  ${line}\n`);
  const app = await NestFactory.createApplicationContext(SeedModule, { logger: ['error', 'warn'] });
  try {
    const planted = await app.get(DemoSeed).plant(seedParameters(process.env), say);
    if (planted) say(`the demo is seeded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } finally {
    await app.close();
  }
}
