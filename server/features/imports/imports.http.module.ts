import { Module } from '@nestjs/common';
import { Push } from '../../platform/push/push.js';
import { ImportMappingsService } from './import-mappings.service.js';
import { ImportPreviewService } from './import-preview.service.js';
import { ImportsController } from './imports.controller.js';
import { ImportsModule } from './imports.module.js';
import { RefusedRowsService } from './refused-rows.service.js';
import { ReleaseService } from './release.service.js';
import { UploadsService } from './uploads.service.js';

@Module({
  imports: [ImportsModule],
  providers: [
    ImportMappingsService,
    ImportPreviewService,
    Push,
    RefusedRowsService,
    ReleaseService,
    UploadsService,
  ],
  controllers: [ImportsController],
})
export class ImportsHttpModule {}
