import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AnnouncementsModule } from '../announcements/announcements.module.js';
import { ConfigurationModule } from '../settings/configuration/configuration.module.js';
import { GrantsQueries } from '../grants/grants.queries.js';
import { GrantsService } from '../grants/grants.service.js';
import { GroupsService } from '../groups/groups.service.js';
import { ContactComplianceModule } from '../contact-compliance/contact-compliance.module.js';
import { IndicatorsService } from '../indicators/indicators.service.js';
import { ClosingService } from '../institutions/closing.service.js';
import { InstitutionsService } from '../institutions/institutions.service.js';
import { MessagesModule } from '../messages/messages.module.js';
import { OpenWorkModule } from '../open-work/open-work.module.js';
import { PrioritiesModule } from '../settings/priorities/priorities.module.js';
import { ProductsService } from '../products/products.service.js';
import { QueuesModule } from '../queues/queues.module.js';
import { SessionModule } from '../session/session.module.js';
import { SoftphonesModule } from '../softphones/softphones.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuditController } from './audit.controller.js';
import { AuditModule } from './audit.module.js';
import { OfficeWays } from './office-ways.service.js';
import { RevertChangeService } from './revert-change.service.js';

@Module({
  imports: [
    AnnouncementsModule,
    AuditModule,
    ConfigurationModule,
    DiscoveryModule,
    ContactComplianceModule,
    MessagesModule,
    OpenWorkModule,
    PrioritiesModule,
    QueuesModule,
    SessionModule,
    SoftphonesModule,
    UsersModule,
  ],
  providers: [
    ClosingService,
    GrantsQueries,
    GrantsService,
    GroupsService,
    IndicatorsService,
    InstitutionsService,
    OfficeWays,
    ProductsService,
    RevertChangeService,
  ],
  controllers: [AuditController],
})
export class AuditHttpModule {}
