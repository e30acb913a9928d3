import { Module } from '@nestjs/common';
import { SealsModule } from '../seals/seals.module.js';
import { SiteModule } from '../site/site.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { SystemHealthService } from './system-health.service.js';
import { HealthService } from './health.service.js';

@Module({
  imports: [SealsModule, SiteModule, WebhooksModule],
  providers: [HealthService, SystemHealthService],
  exports: [HealthService, SystemHealthService],
})
export class HealthModule {}
