import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { AnomaliesQuery, HandleAnomaly } from '../../../../contract/supervision/anomalies.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { AnomaliesQueries } from './anomalies.queries.js';
import { AnomalyActsService } from './anomaly-acts.service.js';

@Controller('user/behavior')
export class AnomaliesController {
  constructor(
    private readonly queries: AnomaliesQueries,
    private readonly acts: AnomalyActsService,
  ) {}

  @Summary('List what the watch rules found unusual')
  @Get('anomalies')
  @Allow('monitor:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: AnomaliesQuery }) query: AnomaliesQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Close a finding with a note on what was done about it')
  @Post('anomaly/handle')
  @Allow('monitor:handle')
  handle(@CurrentActor() actor: Actor, @Body({ schema: HandleAnomaly }) body: HandleAnomaly) {
    return this.acts.handle(actor, body);
  }
}
