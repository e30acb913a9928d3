import { Module } from '@nestjs/common';
import { IndicatorsController } from './indicators.controller.js';
import { IndicatorsQueries } from './indicators.queries.js';
import { IndicatorsService } from './indicators.service.js';

@Module({ providers: [IndicatorsQueries, IndicatorsService], controllers: [IndicatorsController] })
export class IndicatorsHttpModule {}
