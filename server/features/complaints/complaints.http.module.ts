import { Module } from '@nestjs/common';
import { UploadForm } from '../imports/upload-form.js';
import { AttachmentsService } from './attachments.service.js';
import { ComplaintReportQueries } from './complaint-report.queries.js';
import { ComplaintsController } from './complaints.controller.js';
import { ComplaintsQueries } from './complaints.queries.js';
import { ComplaintsService } from './complaints.service.js';
import { NewComplaintsService } from './new-complaints.service.js';

@Module({
  providers: [
    AttachmentsService,
    ComplaintReportQueries,
    ComplaintsQueries,
    ComplaintsService,
    NewComplaintsService,
    UploadForm,
  ],
  controllers: [ComplaintsController],
})
export class ComplaintsHttpModule {}
