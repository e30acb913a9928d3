import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../settings/configuration/configuration.module.js';
import { GrantsQueries } from '../grants/grants.queries.js';
import { GrantsService } from '../grants/grants.service.js';
import { GuardModule } from '../contact-compliance/guard.module.js';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PrioritiesModule } from '../settings/priorities/priorities.module.js';
import { SessionModule } from '../session/session.module.js';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';
import { PutBackService } from './put-back.service.js';
import { SettingsPutBackService } from './settings-put-back.service.js';

@Module({
  imports: [AuditModule, ConfigurationModule, GuardModule, MessagesModule, PrioritiesModule, SessionModule],
  providers: [GrantsQueries, GrantsService, InstitutionsService, PutBackService, SettingsPutBackService],
  controllers: [AuditController],
})
export class AuditHttpModule {}
