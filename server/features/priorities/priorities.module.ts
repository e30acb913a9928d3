import { Module } from '@nestjs/common';
import { WeightsQueries } from './weights.queries.js';
import { WeightsService } from './weights.service.js';

@Module({ providers: [WeightsQueries, WeightsService], exports: [WeightsQueries, WeightsService] })
export class PrioritiesModule {}
