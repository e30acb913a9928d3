import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  AskAllocation,
  DryRun,
  ExplainQuery,
  RunCasesQuery,
  RunsQuery,
  UndoAllocation,
  UncoveredQuery,
} from '../../../contract/team/allocation.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { AllocationQueries } from './allocation.queries.js';
import { AllocationService } from './allocation.service.js';
import { UncoveredQueries } from './uncovered.queries.js';

@Controller('allocation')
export class AllocationController {
  constructor(
    private readonly queries: AllocationQueries,
    private readonly uncovered: UncoveredQueries,
    private readonly allocation: AllocationService,
  ) {}

  @Summary('Plan how waiting cases would be handed out, without moving any')
  @Post('dryRun')
  @HttpCode(200)
  @Allow('allocation:run')
  dryRun(@CurrentActor() actor: Actor, @Body({ schema: DryRun }) body: DryRun) {
    return this.allocation.dryRun(actor, body);
  }

  @Summary('Start handing waiting cases out to the collectors on duty')
  @Post('run')
  @HttpCode(200)
  @Allow('allocation:run')
  ask(@CurrentActor() actor: Actor, @Body({ schema: AskAllocation }) body: AskAllocation) {
    return this.allocation.ask(actor, body);
  }

  @Summary('List earlier plans, the newest first')
  @Get('runs')
  @Allow('allocation:read')
  runs(@CurrentActor() actor: Actor, @Query({ schema: RunsQuery }) query: RunsQuery) {
    return this.queries.runs(actor, query);
  }

  @Summary('Read one plan: its figures and how far it was carried out')
  @Get('run/:id')
  @Allow('allocation:read')
  run(@CurrentActor() actor: Actor, @Param('id', { schema: IdText }) id: number) {
    return this.queries.run(actor, id);
  }

  @Summary('List the cases of a plan with what became of each')
  @Get('runCases/:id')
  @Allow('allocation:read', { scope: 'cases' })
  runCases(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: RunCasesQuery }) query: RunCasesQuery,
  ) {
    return this.queries.cases(actor, id, query);
  }

  @Summary('Take back a hand-out of today: cases that nobody has touched wait again')
  @Post('undo')
  @HttpCode(200)
  @Allow('allocation:run')
  undo(@CurrentActor() actor: Actor, @Body({ schema: UndoAllocation }) body: UndoAllocation) {
    return this.allocation.undo(actor, body);
  }

  @Summary('Explain why a case went to its collector, or why nobody got it')
  @Get('explain/:taskId')
  @Allow('allocation:read', { scope: 'cases' })
  explain(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Query({ schema: ExplainQuery }) { agentId }: ExplainQuery,
  ) {
    return this.queries.explain(actor, taskId, agentId);
  }

  @Summary('List open cases without a next action')
  @Get('uncovered')
  @Allow('allocation:read', { scope: 'cases' })
  listUncovered(@CurrentActor() actor: Actor, @Query({ schema: UncoveredQuery }) query: UncoveredQuery) {
    return this.uncovered.list(actor, query);
  }
}
