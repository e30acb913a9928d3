import { Module } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { CasesModule } from '../case-work/cases/cases.module.js';
import { OpenWorkModule } from '../open-work/open-work.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { SessionModule } from '../session/session.module.js';
import { LeavingQueries } from './leaving.queries.js';
import { LeavingService } from './leaving.service.js';
import { SchedulesQueries } from './schedules.queries.js';
import { SchedulesService } from './schedules.service.js';
import { ScheduleUploadsQueries } from './uploads.queries.js';
import { ScheduleUploadsService } from './uploads.service.js';
import { PlanResultsQueries } from './what-if/plan-results.queries.js';
import { PlansService } from './what-if/plans.service.js';
import { WhatIfQueries } from './what-if/what-if.queries.js';

const providers = [
  LeavingQueries,
  LeavingService,
  PlanResultsQueries,
  PlansService,
  SchedulesQueries,
  SchedulesService,
  ScheduleUploadsQueries,
  ScheduleUploadsService,
  WhatIfQueries,
];

@Module({
  imports: [AllocationModule, CasesModule, OpenWorkModule, QueuesModule, SessionModule],
  providers,
  exports: providers,
})
export class SchedulesModule {}
