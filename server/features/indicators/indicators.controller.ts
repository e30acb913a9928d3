import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { IndicatorChange, IndicatorQuery, IndicatorStatusChange } from '../../../contract/team/indicators.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { IndicatorsQueries } from './indicators.queries.js';
import { IndicatorsService } from './indicators.service.js';

@Controller('achievementBoard')
export class IndicatorsController {
  constructor(
    private readonly queries: IndicatorsQueries,
    private readonly indicators: IndicatorsService,
  ) {}

  @Summary('List the targets of queues by date')
  @Get('list')
  @Allow('indicator:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: IndicatorQuery }) query: IndicatorQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Read one target')
  @Get('info/:id')
  @Allow('indicator:read')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }

  @Summary('Add a target, or its next version')
  @Post('createOrUpdate')
  @HttpCode(200)
  @Allow('indicator:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: IndicatorChange }) change: IndicatorChange) {
    return this.indicators.save(actor, change);
  }

  @Summary('Switch a target on or off')
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
