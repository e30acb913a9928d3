import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  QualityReply,
  QualityReportQuery,
  QualitySamplesQuery,
  QualityScoring,
  QualitySheetChange,
  QualitySheetsQuery,
} from '../../../contract/supervision/quality.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { QualityQueries } from './quality.queries.js';
import { QualityScoresService } from './quality-scores.service.js';
import { QualitySheetsService } from './quality-sheets.service.js';

@Controller('quality')
export class QualityController {
  constructor(
    private readonly sheets: QualitySheetsService,
    private readonly scores: QualityScoresService,
    private readonly queries: QualityQueries,
  ) {}

  @Get('sheets')
  @Allow('quality:manage')
  listSheets(@CurrentActor() actor: Actor, @Query({ schema: QualitySheetsQuery }) query: QualitySheetsQuery) {
    return this.sheets.list(actor, query);
  }

  @Get('sheet/:id')
  @Allow('quality:manage')
  sheet(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.sheets.info(actor, id);
  }

  @Post('sheets')
  @Allow('quality:manage')
  saveSheet(@CurrentActor() actor: Actor, @Body({ schema: QualitySheetChange }) change: QualitySheetChange) {
    return this.sheets.save(actor, change);
  }

  @Get('samples')
  @Allow('quality:read')
  samples(@CurrentActor() actor: Actor, @Query({ schema: QualitySamplesQuery }) query: QualitySamplesQuery) {
    return this.queries.samples(actor, query);
  }

  @Get('sample/:id')
  @Allow('quality:read')
  sample(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.sample(actor, id);
  }

  @Post('score')
  @Allow('quality:score')
  score(@CurrentActor() actor: Actor, @Body({ schema: QualityScoring }) scoring: QualityScoring) {
    return this.scores.score(actor, scoring);
  }

  @Post('answer')
  @Allow('quality:read')
  answer(@CurrentActor() actor: Actor, @Body({ schema: QualityReply }) reply: QualityReply) {
    return this.scores.answer(actor, reply);
  }

  @Get('report')
  @Allow('quality:read')
  report(@CurrentActor() actor: Actor, @Query({ schema: QualityReportQuery }) query: QualityReportQuery) {
    return this.queries.report(actor, query);
  }
}
