import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { AskLeader, DecideRequest, RequestListQuery } from '../../../../contract/cases/requests.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { AsksService } from './asks.service.js';
import { RequestsQueries } from './requests.queries.js';
import { RequestsService } from './requests.service.js';

@Controller('request')
export class RequestsController {
  constructor(
    private readonly queries: RequestsQueries,
    private readonly requests: RequestsService,
    private readonly asks: AsksService,
  ) {}

  @Summary('List what collectors ask their leader to decide')
  @Get('list')
  @Allow('request:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: RequestListQuery }) query: RequestListQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Ask the leader to hold a case, or for a longer promise')
  @Post('ask')
  @HttpCode(200)
  @Allow('case:record')
  ask(@CurrentActor() actor: Actor, @Body({ schema: AskLeader }) body: AskLeader) {
    return this.asks.ask(actor, body);
  }

  @Summary('Grant or refuse what a collector asked for')
  @Post('decide')
  @Allow('request:decide')
  decide(@CurrentActor() actor: Actor, @Body({ schema: DecideRequest }) body: DecideRequest) {
    return this.requests.decide(actor, body);
  }
}
