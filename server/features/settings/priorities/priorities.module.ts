import { Module } from '@nestjs/common';
import { OrderSampleQueries } from './order-sample.queries.js';
import { WeightsQueries } from './weights.queries.js';
import { WeightsService } from './weights.service.js';

@Module({
  providers: [OrderSampleQueries, WeightsQueries, WeightsService],
  exports: [OrderSampleQueries, WeightsQueries, WeightsService],
})
export class PrioritiesModule {}
