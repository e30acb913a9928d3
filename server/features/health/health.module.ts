import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { SealsModule } from '../seals/seals.module.js';
import { SiteModule } from '../site/site.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { BackupsModule } from './backups.module.js';
import { SystemHealthService } from './system-health.service.js';
import { HealthWatchService } from './health-watch.service.js';
import { HealthService } from './health.service.js';

@Module({
  imports: [BackupsModule, CallsModule, SealsModule, SiteModule, WebhooksModule],
  providers: [HealthService, HealthWatchService, SystemHealthService],
  exports: [BackupsModule, HealthService, HealthWatchService, SystemHealthService],
})
export class HealthModule {}
