import { Controller, Get, Query } from '@nestjs/common';
import { PresenceListQuery, PresenceTimelineQuery } from '../../../contract/team/presence.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { PresenceQueries } from './presence.queries.js';

@Controller('presence')
export class PresenceController {
  constructor(private readonly presence: PresenceQueries) {}

  @Summary('List who is on, in a call, idle or away')
  @Get('list')
  @Allow('presence:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: PresenceListQuery }) query: PresenceListQuery) {
    return this.presence.list(actor, query);
  }

  @Summary("Read how a person's day went, state by state")
  @Get('timeline')
  @Allow('presence:read')
  timeline(
    @CurrentActor() actor: Actor,
    @Query({ schema: PresenceTimelineQuery }) query: PresenceTimelineQuery,
  ) {
    return this.presence.timeline(actor, query);
  }
}
