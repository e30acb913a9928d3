import { Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module.js';
import { SchedulesQueries } from './schedules.queries.js';
import { SchedulesService } from './schedules.service.js';
import { ScheduleUploadsQueries } from './uploads.queries.js';

@Module({
  imports: [QueuesModule],
  providers: [SchedulesQueries, SchedulesService, ScheduleUploadsQueries],
  exports: [SchedulesQueries, SchedulesService, ScheduleUploadsQueries],
})
export class SchedulesModule {}
