import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GoLiveService } from '../features/site/go-live.service.js';
import { SiteModule } from '../features/site/site.module.js';
import { AppError } from '../platform/http/app-error.js';
import { messageOf } from '../platform/http/messages.js';
import { PlatformModule } from '../platform/platform.module.js';

@Module({ imports: [PlatformModule, SiteModule] })
class GoLiveToolModule {}

const app = await NestFactory.createApplicationContext(GoLiveToolModule, { logger: ['error', 'warn'] });
try {
  const service = app.get(GoLiveService);
  await (process.argv[2] === 'check' ? service.check() : service.goLive());
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${messageOf(error.key, 'en')}.\n`);
  process.exitCode = 1;
} finally {
  await app.close();
}
