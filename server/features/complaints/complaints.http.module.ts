import { Module } from '@nestjs/common';
import { UploadForm } from '../../platform/http/upload-form.js';
import { AttachmentsService } from './attachments.service.js';
import { ComplaintsController } from './complaints.controller.js';
import { ComplaintsModule } from './complaints.module.js';

@Module({
  imports: [ComplaintsModule],
  providers: [AttachmentsService, UploadForm],
  controllers: [ComplaintsController],
})
export class ComplaintsHttpModule {}
