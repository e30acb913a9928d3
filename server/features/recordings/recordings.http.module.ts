import { Module } from '@nestjs/common';
import { RecordingsController } from './recordings.controller.js';
import { RecordingsModule } from './recordings.module.js';

@Module({ imports: [RecordingsModule], controllers: [RecordingsController] })
export class RecordingsHttpModule {}
