import { Module } from '@nestjs/common';
import { AttachmentsService } from './attachments.service.js';
import { ComplaintCausesQueries } from './complaint-causes.queries.js';
import { ComplaintCausesService } from './complaint-causes.service.js';
import { ComplaintMonthsController } from './complaint-months.controller.js';
import { ComplaintsController } from './complaints.controller.js';
import { ComplaintsModule } from './complaints.module.js';

@Module({
  imports: [ComplaintsModule],
  providers: [AttachmentsService, ComplaintCausesQueries, ComplaintCausesService],
  controllers: [ComplaintsController, ComplaintMonthsController],
})
export class ComplaintsHttpModule {}
