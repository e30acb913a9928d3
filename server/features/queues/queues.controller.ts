import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  QueueCasesQuery,
  QueueChange,
  QueueListQuery,
  QueueStatusChange,
  QueueWorkChange,
} from '../../../contract/team/queues.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { QueuesQueries } from './queues.queries.js';
import { QueuesService } from './queues.service.js';

@Controller('management/queue')
export class QueuesController {
  constructor(
    private readonly queries: QueuesQueries,
    private readonly queues: QueuesService,
  ) {}

  @Summary('List queues with what waits in each')
  @Get('list')
  @Allow('queue:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: QueueListQuery }) query: QueueListQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Read one queue and its plan')
  @Get('info/:id')
  @Allow('queue:read')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }

  @Summary('List the cases that belong to a queue')
  @Get('tasks/:id')
  @Allow('queue:read')
  cases(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: QueueCasesQuery }) query: QueueCasesQuery,
  ) {
    return this.queries.cases(actor, id, query);
  }

  @Summary('List the collectors who work a queue')
  @Get('agents/:id')
  @Allow('queue:read')
  agents(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.collectors(actor, id);
  }

  @Summary('Add a queue or change one')
  @Post('createOrUpdate')
  @HttpCode(200)
  @Allow('queue:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: QueueChange }) change: QueueChange) {
    return this.queues.save(actor, change);
  }

  @Summary('Change the planned cases, limits and reminder of a queue that the caller leads')
  @Post('edit')
  @HttpCode(200)
  @Allow('queue:edit')
  edit(@CurrentActor() actor: Actor, @Body({ schema: QueueWorkChange }) change: QueueWorkChange) {
    return this.queues.edit(actor, change);
  }

  @Summary('Open or close a queue')
  @Post('setStatus')
  @HttpCode(200)
  @Allow('queue:manage')
  setStatus(@CurrentActor() actor: Actor, @Body({ schema: QueueStatusChange }) change: QueueStatusChange) {
    return this.queues.setStatus(actor, change);
  }
}
