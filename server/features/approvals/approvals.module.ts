import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../settings/configuration/configuration.module.js';
import { SiteModule } from '../site/site.module.js';
import { ApprovalsQueries } from './approvals.queries.js';
import { ApprovalsService } from './approvals.service.js';

@Module({
  imports: [SiteModule, ConfigurationModule],
  providers: [ApprovalsQueries, ApprovalsService],
  exports: [ApprovalsQueries, ApprovalsService],
})
export class ApprovalsModule {}
