import { Module } from '@nestjs/common';
import { SiteModule } from '../site/site.module.js';
import { SystemHealthService } from './system-health.service.js';
import { HealthService } from './health.service.js';

@Module({
  imports: [SiteModule],
  providers: [HealthService, SystemHealthService],
  exports: [HealthService, SystemHealthService],
})
export class HealthModule {}
