import { Module } from '@nestjs/common';
import { AnomaliesQueries } from './anomalies.queries.js';
import { AnomaliesService } from './anomalies.service.js';
import { AnomalyActsService } from './anomaly-acts.service.js';

const providers = [AnomaliesQueries, AnomaliesService, AnomalyActsService];

@Module({ providers, exports: providers })
export class AnomaliesModule {}
