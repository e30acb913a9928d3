import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { IndicatorChange, IndicatorQuery, IndicatorStatusChange } from '../../../contract/team/indicators.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { IndicatorsQueries } from './indicators.queries.js';
import { IndicatorsService } from './indicators.service.js';

@Controller('achievementBoard')
export class IndicatorsController {
  constructor(
    private readonly queries: IndicatorsQueries,
    private readonly indicators: IndicatorsService,
  ) {}

  @Get('list')
  @Allow('indicator:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: IndicatorQuery }) query: IndicatorQuery) {
    return this.queries.list(actor, query);
  }

  @Get('info/:id')
  @Allow('indicator:read')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }

  @Post('createOrUpdate')
  @HttpCode(200)
  @Allow('indicator:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: IndicatorChange }) change: IndicatorChange) {
    return this.indicators.save(actor, change);
  }

  @Post('setStatus')
  @HttpCode(200)
  @Allow('indicator:manage')
  setStatus(
    @CurrentActor() actor: Actor,
    @Body({ schema: IndicatorStatusChange }) change: IndicatorStatusChange,
  ) {
    return this.indicators.setStatus(actor, change);
  }
}
