import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import { ResumeContact, StopChoicesQuery, StopContact, StopsQuery } from '../../../contract/contact/stops.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../platform/auth/allow.js';
import { StopsQueries } from './stops.queries.js';
import { StopsService } from './stops.service.js';

@Controller('guard')
export class StopsController {
  constructor(
    private readonly stops: StopsService,
    private readonly queries: StopsQueries,
  ) {}

  @Get('stops')
  @Allow('guard:stop')
  list(@CurrentActor() actor: Actor, @Query({ schema: StopsQuery }) query: StopsQuery) {
    return this.queries.list(actor, query);
  }

  @Get('stops/mine')
  @AllowSession()
  mine(@CurrentActor() actor: Actor) {
    return this.queries.mine(actor);
  }

  @Get('stops/choices')
  @Allow('guard:stop')
  choices(@CurrentActor() actor: Actor, @Query({ schema: StopChoicesQuery }) { kind }: StopChoicesQuery) {
    return this.queries.choices(actor, kind);
  }

  @Get('stops/:id')
  @Allow('guard:stop')
  detail(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.detail(actor, id);
  }

  @Post('stop')
  @Allow('guard:stop')
  stop(@CurrentActor() actor: Actor, @Body({ schema: StopContact }) body: StopContact) {
    return this.stops.stop(actor, body);
  }

  @Post('resume')
  @Allow('guard:stop')
  resume(@CurrentActor() actor: Actor, @Body({ schema: ResumeContact }) body: ResumeContact) {
    return this.stops.resume(actor, body);
  }
}
