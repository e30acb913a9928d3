import { Module } from '@nestjs/common';
import { GroupsService } from '../groups/groups.service.js';
import { SessionModule } from '../session/session.module.js';
import { OpenWorkModule } from '../open-work/open-work.module.js';
import { ClosingService } from './closing.service.js';
import { InstitutionsController } from './institutions.controller.js';
import { InstitutionsQueries } from './institutions.queries.js';
import { InstitutionsService } from './institutions.service.js';

@Module({
  imports: [OpenWorkModule, SessionModule],
  providers: [ClosingService, GroupsService, InstitutionsQueries, InstitutionsService],
  controllers: [InstitutionsController],
})
export class InstitutionsHttpModule {}
