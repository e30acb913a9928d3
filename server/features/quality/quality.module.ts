import { Module } from '@nestjs/common';
import { QualityDrawsService } from './quality-draws.service.js';
import { QualityQueries } from './quality.queries.js';
import { QualityScoresService } from './quality-scores.service.js';
import { QualitySheetsService } from './quality-sheets.service.js';

const providers = [QualityDrawsService, QualityQueries, QualityScoresService, QualitySheetsService];

@Module({ providers, exports: providers })
export class QualityModule {}
