import { Module } from '@nestjs/common';
import { ProcessMetrics } from './process-metrics.service.js';

/** Of the processes that are asked for metrics: the server and the workers. */
@Module({ providers: [ProcessMetrics] })
export class MetricsModule {}
