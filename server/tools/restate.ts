import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { LoansModule } from '../features/case-work/loans/loans.module.js';
import { RestatementsService } from '../features/case-work/loans/restatements.service.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, LoansModule] })
class UpgradeModule {}

/** Before anybody is shown or texted an amount: an interrupted run is taken up by the workers. @returns how many cases */
export async function restate(): Promise<number> {
  const app = await NestFactory.createApplicationContext(UpgradeModule, { logger: ['error'] });
  try {
    return await app.get(RestatementsService).run();
  } finally {
    await app.close();
  }
}
