import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { JobRef, JobsQuery } from '../../../contract/administration/jobs.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { JobsQueries } from './jobs.queries.js';
import { JobsService } from './jobs.service.js';

@Controller('job')
export class JobsController {
  constructor(
    private readonly queries: JobsQueries,
    private readonly jobs: JobsService,
  ) {}

  @Summary('List background work and its state')
  @Get('list')
  @Allow('job:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: JobsQuery }) query: JobsQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Read one piece of background work, with its failure')
  @Get('info/:id')
  @Allow('job:read')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }

  @Summary('Run failed background work again')
  @Post('retry')
  @Allow('job:read')
  retry(@CurrentActor() actor: Actor, @Body({ schema: JobRef }) { id }: JobRef) {
    return this.jobs.retry(actor, id);
  }

  @Summary('Cancel background work that has not begun')
  @Post('cancel')
  @Allow('job:read')
  cancel(@CurrentActor() actor: Actor, @Body({ schema: JobRef }) { id }: JobRef) {
    return this.jobs.cancel(actor, id);
  }
}
