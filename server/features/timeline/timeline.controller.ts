import { Controller, Get, Param, Query } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import { DayEventsQuery, TimelineQuery } from '../../../contract/cases/timeline.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { DayEventsQueries } from './day-events.queries.js';
import { TimelineQueries } from './timeline.queries.js';

@Controller()
export class TimelineController {
  constructor(
    private readonly queries: TimelineQueries,
    private readonly days: DayEventsQueries,
  ) {}

  /** The board leads to a collector's day, and so does monitoring. */
  @Summary("List what happened to a person's work on a day")
  @Get(['dashboard/events', 'user/behavior/day'])
  @Allow('user:read')
  events(@CurrentActor() actor: Actor, @Query({ schema: DayEventsQuery }) query: DayEventsQuery) {
    return this.days.events(actor, query);
  }

  @Summary('List what happened to a case, and its state at any moment')
  @Get('task/timeline/:id')
  @Allow('case:read')
  timeline(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: TimelineQuery }) query: TimelineQuery,
  ) {
    return this.queries.timeline(actor, id, query);
  }
}
