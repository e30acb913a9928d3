import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { DecideRequest, RequestListQuery } from '../../../contract/requests.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { RequestsQueries } from './requests.queries.js';
import { RequestsService } from './requests.service.js';

@Controller('request')
export class RequestsController {
  constructor(
    private readonly queries: RequestsQueries,
    private readonly requests: RequestsService,
  ) {}

  @Get('list')
  @Allow('request:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: RequestListQuery }) query: RequestListQuery) {
    return this.queries.list(actor, query);
  }

  @Post('decide')
  @Allow('request:decide')
  decide(@CurrentActor() actor: Actor, @Body({ schema: DecideRequest }) body: DecideRequest) {
    return this.requests.decide(actor, body);
  }
}
