import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../settings/configuration/configuration.module.js';
import { GrantsQueries } from '../grants/grants.queries.js';
import { GrantsService } from '../grants/grants.service.js';
import { ContactComplianceModule } from '../contact-compliance/contact-compliance.module.js';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { MessagesModule } from '../messages/messages.module.js';
import { PrioritiesModule } from '../settings/priorities/priorities.module.js';
import { SessionModule } from '../session/session.module.js';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';
import { RevertChangeService } from './revert-change.service.js';
import { SettingsRevertService } from './settings-revert.service.js';

@Module({
  imports: [
    AuditModule,
    ConfigurationModule,
    ContactComplianceModule,
    MessagesModule,
    PrioritiesModule,
    SessionModule,
  ],
  providers: [GrantsQueries, GrantsService, InstitutionsService, RevertChangeService, SettingsRevertService],
  controllers: [AuditController],
})
export class AuditHttpModule {}
