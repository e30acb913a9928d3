import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import { ResumeContact, StopChoicesQuery, StopContact, StopsQuery } from '../../../contract/contact/stops.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { StopsQueries } from './stops.queries.js';
import { StopsService } from './stops.service.js';

@Controller('guard')
export class StopsController {
  constructor(
    private readonly stops: StopsService,
    private readonly queries: StopsQueries,
  ) {}

  @Summary('List stops of contact, live and past')
  @Get('stops')
  @Allow('guard:stop')
  list(@CurrentActor() actor: Actor, @Query({ schema: StopsQuery }) query: StopsQuery) {
    return this.queries.list(actor, query);
  }

  @Summary("List the stops that concern the caller's cases")
  @Get('stops/mine')
  @AllowSession()
  mine(@CurrentActor() actor: Actor) {
    return this.queries.mine(actor);
  }

  @Summary('Search for the collector, queue, template or institution to stop')
  @Get('stops/choices')
  @Allow('guard:stop')
  choices(@CurrentActor() actor: Actor, @Query({ schema: StopChoicesQuery }) { kind }: StopChoicesQuery) {
    return this.queries.choices(actor, kind);
  }

  @Summary('Read a stop with what it ended')
  @Get('stops/:id')
  @Allow('guard:stop')
  detail(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.detail(actor, id);
  }

  @Summary('Stop all contact by a collector, queue, template or institution')
  @Post('stop')
  @Allow('guard:stop')
  stop(@CurrentActor() actor: Actor, @Body({ schema: StopContact }) body: StopContact) {
    return this.stops.stop(actor, body);
  }

  @Summary('End a stop and let contacts run again')
  @Post('resume')
  @Allow('guard:stop')
  resume(@CurrentActor() actor: Actor, @Body({ schema: ResumeContact }) body: ResumeContact) {
    return this.stops.resume(actor, body);
  }
}
