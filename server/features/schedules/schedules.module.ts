import { Module } from '@nestjs/common';
import { AllocationModule } from '../allocation/allocation.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { SchedulesQueries } from './schedules.queries.js';
import { SchedulesService } from './schedules.service.js';
import { ScheduleUploadsQueries } from './uploads.queries.js';
import { PlanResultsQueries } from './what-if/plan-results.queries.js';
import { PlansService } from './what-if/plans.service.js';
import { WhatIfQueries } from './what-if/what-if.queries.js';

@Module({
  imports: [AllocationModule, QueuesModule],
  providers: [
    PlanResultsQueries,
    PlansService,
    SchedulesQueries,
    SchedulesService,
    ScheduleUploadsQueries,
    WhatIfQueries,
  ],
  exports: [
    PlanResultsQueries,
    PlansService,
    SchedulesQueries,
    SchedulesService,
    ScheduleUploadsQueries,
    WhatIfQueries,
  ],
})
export class SchedulesModule {}
