import { Module } from '@nestjs/common';
import { Push } from '../../platform/push/push.js';
import { ImportsController } from './imports.controller.js';
import { ImportsModule } from './imports.module.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ImportsModule],
  providers: [Push, UploadsService],
  controllers: [ImportsController],
})
export class ImportsHttpModule {}
