import { Module } from '@nestjs/common';
import { CallsModule } from '../calls/calls.module.js';
import { RecordingFilesService } from './recording-files.service.js';
import { RecordingsQueries } from './recordings.queries.js';
import { RecordingsService } from './recordings.service.js';

@Module({
  imports: [CallsModule],
  providers: [RecordingFilesService, RecordingsQueries, RecordingsService],
  exports: [RecordingsQueries, RecordingsService],
})
export class RecordingsModule {}
