import { Module } from '@nestjs/common';
import { TimelineController } from './timeline.controller.js';
import { TimelineModule } from './timeline.module.js';

@Module({ imports: [TimelineModule], controllers: [TimelineController] })
export class TimelineHttpModule {}
