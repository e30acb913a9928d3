import { Module } from '@nestjs/common';
import { BehaviourModule } from './behaviour/behaviour.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { RecordFilesService } from './record-files.service.js';

@Module({
  imports: [BehaviourModule, CallsModule, ExportsModule],
  providers: [RecordFilesService],
  exports: [RecordFilesService],
})
export class MonitoringModule {}
