import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  QualityWord,
  QualityReportQuery,
  QualitySamplesQuery,
  QualityScoring,
  QualitySheetChange,
  QualitySheetsQuery,
} from '../../../contract/supervision/quality.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
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

  @Summary('List the score sheets of institutions')
  @Get('sheets')
  @Allow('quality:manage')
  listSheets(@CurrentActor() actor: Actor, @Query({ schema: QualitySheetsQuery }) query: QualitySheetsQuery) {
    return this.sheets.list(actor, query);
  }

  @Summary('Read a score sheet with its questions')
  @Get('sheet/:id')
  @Allow('quality:manage')
  sheet(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.sheets.info(actor, id);
  }

  @Summary("List a score sheet's versions with their questions")
  @Get('sheet/:id/versions')
  @Allow('quality:manage')
  sheetVersions(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.sheets.versions(actor, id);
  }

  @Summary('Add a score sheet or its next version')
  @Post('sheets')
  @Allow('quality:manage')
  saveSheet(@CurrentActor() actor: Actor, @Body({ schema: QualitySheetChange }) change: QualitySheetChange) {
    return this.sheets.save(actor, change);
  }

  @Summary('List the calls that were drawn to be scored')
  @Get('samples')
  @Allow('quality:read')
  samples(@CurrentActor() actor: Actor, @Query({ schema: QualitySamplesQuery }) query: QualitySamplesQuery) {
    return this.queries.samples(actor, query);
  }

  @Summary('Read a drawn call with its recording and scores')
  @Get('sample/:id')
  @Allow('quality:read')
  sample(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.sample(actor, id);
  }

  @Summary('Score a call by its sheet')
  @Post('score')
  @Allow('quality:score')
  score(@CurrentActor() actor: Actor, @Body({ schema: QualityScoring }) scoring: QualityScoring) {
    return this.scores.score(actor, scoring);
  }

  @Summary("Reply to a score of one's own call")
  @Post('answer')
  @Allow('quality:read')
  answer(@CurrentActor() actor: Actor, @Body({ schema: QualityWord }) reply: QualityWord) {
    return this.scores.answer(actor, reply);
  }

  @Summary("Close a collector's answer to a score")
  @Post('close')
  @Allow('quality:score')
  close(@CurrentActor() actor: Actor, @Body({ schema: QualityWord }) closing: QualityWord) {
    return this.scores.close(actor, closing);
  }

  @Summary('Summarise scores by collector over a span')
  @Get('report')
  @Allow('quality:read')
  report(@CurrentActor() actor: Actor, @Query({ schema: QualityReportQuery }) query: QualityReportQuery) {
    return this.queries.report(actor, query);
  }
}
