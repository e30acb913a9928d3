import { Controller, Get, Query } from '@nestjs/common';
import { PresenceListQuery, PresenceTimelineQuery } from '../../../contract/team/presence.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { PresenceQueries } from './presence.queries.js';

@Controller('presence')
export class PresenceController {
  constructor(private readonly presence: PresenceQueries) {}

  @Get('list')
  @Allow('presence:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: PresenceListQuery }) query: PresenceListQuery) {
    return this.presence.list(actor, query);
  }

  @Get('timeline')
  @Allow('presence:read')
  timeline(
    @CurrentActor() actor: Actor,
    @Query({ schema: PresenceTimelineQuery }) query: PresenceTimelineQuery,
  ) {
    return this.presence.timeline(actor, query);
  }
}
