import { Module } from '@nestjs/common';
import { ContactComplianceModule } from '../contact-compliance/contact-compliance.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConfigurationModule } from '../settings/configuration/configuration.module.js';
import { SiteModule } from '../site/site.module.js';
import { ApprovalsQueries } from './approvals.queries.js';
import { ApprovalsService } from './approvals.service.js';

@Module({
  imports: [
    SiteModule,
    ConfigurationModule,
    ContactComplianceModule,
    GrantsModule,
    MessagesModule,
    UsersModule,
  ],
  providers: [ApprovalsQueries, ApprovalsService],
  exports: [ApprovalsQueries, ApprovalsService],
})
export class ApprovalsModule {}
