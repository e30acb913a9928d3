import { Module } from '@nestjs/common';
import { ExportsModule } from '../../platform/exports/exports.module.js';
import { StatisticsQueries } from './statistics.queries.js';
import { StatisticsService } from './statistics.service.js';

@Module({
  imports: [ExportsModule],
  providers: [StatisticsQueries, StatisticsService],
  exports: [StatisticsService],
})
export class StatisticsModule {}
