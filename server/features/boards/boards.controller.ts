import { Controller, Get, Query } from '@nestjs/common';
import { BoardCasesQuery } from '../../../contract/team/board-cases.js';
import { BoardQuery, ReplayQuery } from '../../../contract/team/boards.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { BoardCasesQueries } from './board-cases.queries.js';
import { BoardReplayQueries } from './board-replay.queries.js';
import { BoardsQueries } from './boards.queries.js';

@Controller('dashboard')
export class BoardsController {
  constructor(
    private readonly boards: BoardsQueries,
    private readonly replays: BoardReplayQueries,
    private readonly dayCases: BoardCasesQueries,
  ) {}

  @Summary('List the teams whose live board the caller may open')
  @Get('groups')
  @Allow('board:read', { kiosk: true })
  groups(@CurrentActor() actor: Actor) {
    return this.boards.groups(actor);
  }

  @Summary('Read the figures of a team as they are now')
  @Get('summary')
  @Allow('board:read', { kiosk: true })
  summary(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.summary(actor, query);
  }

  @Summary('List the collectors of a team with their figures of today')
  @Get('personal')
  @Allow('board:read', { kiosk: true })
  personal(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.personal(actor, query);
  }

  @Summary('Read the figures of a team on an earlier day')
  @Get('summaryHistory')
  @Allow('board:read')
  summaryHistory(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.summary(actor, query);
  }

  @Summary('List the collectors of a team with their figures of an earlier day')
  @Get('personalHistory')
  @Allow('board:read')
  personalHistory(@CurrentActor() actor: Actor, @Query({ schema: BoardQuery }) query: BoardQuery) {
    return this.boards.personal(actor, query);
  }

  @Summary('List the cases behind a figure of a team, with their sums')
  @Get('cases')
  @Allow('board:read')
  cases(@CurrentActor() actor: Actor, @Query({ schema: BoardCasesQuery }) query: BoardCasesQuery) {
    return this.dayCases.cases(actor, query);
  }

  @Summary("Rebuild a team's board as it stood at a minute")
  @Get('replay')
  @Allow('board:read')
  replay(@CurrentActor() actor: Actor, @Query({ schema: ReplayQuery }) query: ReplayQuery) {
    return this.replays.replay(actor, query);
  }
}
