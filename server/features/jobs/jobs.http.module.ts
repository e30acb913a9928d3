import { Module } from '@nestjs/common';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { ImportsModule } from '../imports/imports.module.js';
import { SchedulesModule } from '../schedules/schedules.module.js';
import { SheetUploadsModule } from '../sheet-uploads/sheet-uploads.module.js';
import { JobsController } from './jobs.controller.js';
import { JobsQueries } from './jobs.queries.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [ExportsModule, ImportsModule, SchedulesModule, SheetUploadsModule],
  providers: [JobsQueries, JobsService],
  controllers: [JobsController],
})
export class JobsHttpModule {}
