import { Module } from '@nestjs/common';
import { StatisticsQueries } from './statistics.queries.js';
import { StatisticsService } from './statistics.service.js';

@Module({ providers: [StatisticsQueries, StatisticsService], exports: [StatisticsService] })
export class StatisticsModule {}
