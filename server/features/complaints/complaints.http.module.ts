import { Module } from '@nestjs/common';
import { AttachmentsService } from './attachments.service.js';
import { ComplaintsController } from './complaints.controller.js';
import { ComplaintsModule } from './complaints.module.js';

@Module({
  imports: [ComplaintsModule],
  providers: [AttachmentsService],
  controllers: [ComplaintsController],
})
export class ComplaintsHttpModule {}
