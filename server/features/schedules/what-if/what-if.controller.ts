import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApplyPlan, PlanResultQuery, UndoPlan, WhatIfQuery } from '../../../../contract/team/what-if.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { PlanResultsQueries } from './plan-results.queries.js';
import { PlansService } from './plans.service.js';
import { WhatIfQueries } from './what-if.queries.js';

@Controller('workSchedule')
export class WhatIfController {
  constructor(
    private readonly queries: WhatIfQueries,
    private readonly results: PlanResultsQueries,
    private readonly plans: PlansService,
  ) {}

  @Summary('Estimate a day with other people, absences and limits')
  @Post('whatIf')
  @HttpCode(200)
  @Allow('schedule:read')
  whatIf(@CurrentActor() actor: Actor, @Body({ schema: WhatIfQuery }) query: WhatIfQuery) {
    return this.queries.whatIf(actor, query);
  }

  @Summary('Write an estimated day into the plan')
  @Post('applyPlan')
  @HttpCode(200)
  @Allow('schedule:manage')
  apply(@CurrentActor() actor: Actor, @Body({ schema: ApplyPlan }) plan: ApplyPlan) {
    return this.plans.apply(actor, plan);
  }

  @Summary('Restore the plan that an estimate replaced')
  @Post('undoPlan')
  @HttpCode(200)
  @Allow('schedule:manage')
  undo(@CurrentActor() actor: Actor, @Body({ schema: UndoPlan }) plan: UndoPlan) {
    return this.plans.undo(actor, plan);
  }

  @Summary('Compare what was estimated with what came')
  @Get('planResult')
  @Allow('schedule:read')
  planResult(@CurrentActor() actor: Actor, @Query({ schema: PlanResultQuery }) query: PlanResultQuery) {
    return this.results.results(actor, query);
  }
}
