import { Module } from '@nestjs/common';
import { MetricsController } from './metrics.controller.js';
import { MetricsModule } from './metrics.module.js';

@Module({ imports: [MetricsModule], controllers: [MetricsController] })
export class MetricsHttpModule {}
