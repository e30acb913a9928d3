import { Module } from '@nestjs/common';
import { AnomaliesController } from './anomalies.controller.js';
import { AnomaliesModule } from './anomalies.module.js';

@Module({ imports: [AnomaliesModule], controllers: [AnomaliesController] })
export class AnomaliesHttpModule {}
