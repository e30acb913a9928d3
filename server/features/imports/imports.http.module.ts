import { Module } from '@nestjs/common';
import { Publisher } from '../../platform/realtime/publisher.js';
import { ImportsController } from './imports.controller.js';
import { ImportsModule } from './imports.module.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ImportsModule],
  providers: [Publisher, UploadsService],
  controllers: [ImportsController],
})
export class ImportsHttpModule {}
