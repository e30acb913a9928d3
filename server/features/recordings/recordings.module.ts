import { Module } from '@nestjs/common';
import { BehaviourModule } from '../monitoring/behaviour/behaviour.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { RecordingFilesService } from './recording-files.service.js';
import { RecordingsQueries } from './recordings.queries.js';
import { RecordingsService } from './recordings.service.js';

@Module({
  imports: [BehaviourModule, CallsModule],
  providers: [RecordingFilesService, RecordingsQueries, RecordingsService],
  exports: [RecordingsQueries, RecordingsService],
})
export class RecordingsModule {}
