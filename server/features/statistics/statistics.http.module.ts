import { Module } from '@nestjs/common';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsModule } from './statistics.module.js';

@Module({ imports: [StatisticsModule], controllers: [StatisticsController] })
export class StatisticsHttpModule {}
