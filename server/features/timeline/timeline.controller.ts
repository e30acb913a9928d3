import { Controller, Get, Param, Query } from '@nestjs/common';
import { IdText } from '../../../contract/shared/id.js';
import { TimelineQuery } from '../../../contract/timeline.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { TimelineQueries } from './timeline.queries.js';

@Controller('task')
export class TimelineController {
  constructor(private readonly queries: TimelineQueries) {}

  @Get('timeline/:id')
  @Allow('case:read')
  timeline(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: TimelineQuery }) query: TimelineQuery,
  ) {
    return this.queries.timeline(actor, id, query);
  }
}
