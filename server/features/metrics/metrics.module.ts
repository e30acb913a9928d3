import { Module } from '@nestjs/common';
import { BackupsModule } from '../health/backups.module.js';
import { ProcessMetrics } from './process-metrics.service.js';

/** For the processes that serve metrics: the server and the workers. */
@Module({ imports: [BackupsModule], providers: [ProcessMetrics] })
export class MetricsModule {}
