import { Module } from '@nestjs/common';
import { CasesModule } from '../case-work/cases/cases.module.js';
import { QueuesModule } from '../queues/queues.module.js';
import { AllocationQueries } from './allocation.queries.js';
import { AllocationService } from './allocation.service.js';
import { Planner } from './planner.queries.js';
import { RecoveryService } from './recovery.service.js';
import { UncoveredQueries } from './uncovered.queries.js';

@Module({
  imports: [CasesModule, QueuesModule],
  providers: [AllocationQueries, AllocationService, Planner, RecoveryService, UncoveredQueries],
  exports: [AllocationQueries, AllocationService, Planner, RecoveryService, UncoveredQueries],
})
export class AllocationModule {}
