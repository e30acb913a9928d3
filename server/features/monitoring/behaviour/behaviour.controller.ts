import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  AddBehaviour,
  BehaviourGroupQuery,
  BehaviourListQuery,
} from '../../../../contract/supervision/behaviour.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { BehavioursQueries } from './behaviours.queries.js';
import { BehavioursService } from './behaviours.service.js';

@Controller('user/behavior')
export class BehaviourController {
  constructor(
    private readonly behaviours: BehavioursService,
    private readonly queries: BehavioursQueries,
  ) {}

  @Summary('Record a page that was seen or a text that was copied')
  @Post('add')
  @AllowSession()
  add(@CurrentActor() actor: Actor, @Body({ schema: AddBehaviour }) body: AddBehaviour) {
    return this.behaviours.add(actor, body);
  }

  @Summary('List what people did, the newest first')
  @Get('list')
  @Allow('monitor:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: BehaviourListQuery }) query: BehaviourListQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Group equal acts of a person into one row with a count')
  @Get('fold')
  @Allow('monitor:read')
  groupBy(@CurrentActor() actor: Actor, @Query({ schema: BehaviourGroupQuery }) query: BehaviourGroupQuery) {
    return this.queries.groupBy(actor, query);
  }

  @Summary('Read one act with its address, device and case')
  @Get('info/:id')
  @Allow('monitor:read')
  info(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.info(actor, id);
  }
}
