import { Controller, Get, Query } from '@nestjs/common';
import { BoardQuery } from '../../../contract/boards.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { BoardsQueries } from './boards.queries.js';

@Controller('dashboard')
export class BoardsController {
  constructor(private readonly boards: BoardsQueries) {}

  @Get('groups')
  @Allow('board:read')
  groups(@CurrentActor() actor: Actor) {
    return this.boards.groups(actor);
  }

  @Get('summary')
  @Allow('board:read')
  summary(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.summary(actor, query);
  }

  @Get('personal')
  @Allow('board:read')
  personal(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.personal(actor, query);
  }

  @Get('summaryHistory')
  @Allow('board:read')
  summaryHistory(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.summary(actor, query);
  }

  @Get('personalHistory')
  @Allow('board:read')
  personalHistory(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.personal(actor, query);
  }
}
