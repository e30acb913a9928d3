import { Module } from '@nestjs/common';
import { ProcessMetrics } from './process-metrics.service.js';

/** For the processes that serve metrics: the server and the workers. */
@Module({ providers: [ProcessMetrics] })
export class MetricsModule {}
