import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ReceiptsQuery } from '../../../../contract/contact/contact-compliance.js';
import {
  PolicyChange,
  PolicyHistoryQuery,
  PolicyQuery,
  PolicyRevert,
} from '../../../../contract/contact/policy.js';
import { AskSimulation } from '../../../../contract/contact/policy-simulation.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { ComplianceHistoryQueries } from './compliance-history.queries.js';
import { PolicySimulationService } from '../policy/lab/policy-simulation.service.js';
import { PoliciesQueries } from '../policy/policies.queries.js';
import { PressureQueries } from '../pressure/pressure.queries.js';
import { PoliciesService } from '../policy/policies.service.js';

@Controller()
export class ContactComplianceController {
  constructor(
    private readonly history: ComplianceHistoryQueries,
    private readonly inForce: PoliciesQueries,
    private readonly pressures: PressureQueries,
    private readonly policies: PoliciesService,
    private readonly simulations: PolicySimulationService,
  ) {}

  @Summary('List the decisions on contacts of a case, each with its rules')
  @Get('guard/receipts/:taskId')
  @Allow('case:read')
  receipts(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Query({ schema: ReceiptsQuery }) part: ReceiptsQuery,
  ) {
    return this.history.receipts(actor, taskId, part);
  }

  @Summary('Show how often a borrower was contacted, by day and hour')
  @Get(['guard/pressure/:taskId', 'borrower/pressure/:taskId'])
  @Allow('case:read')
  pressure(@CurrentActor() actor: Actor, @Param('taskId', { schema: IdText }) taskId: number) {
    return this.pressures.pressure(actor, taskId);
  }

  @Summary('Read the contact policy in force')
  @Get('guard/policy')
  @Allow('guard:manage')
  policy(@CurrentActor() actor: Actor, @Query({ schema: PolicyQuery }) { institutionId }: PolicyQuery) {
    return this.inForce.policy(actor, institutionId);
  }

  @Summary('Change the contact policy from the next decision on')
  @Post('guard/policy')
  @Allow('guard:manage')
  change(@CurrentActor() actor: Actor, @Body({ schema: PolicyChange }) body: PolicyChange) {
    return this.policies.change(actor, body);
  }

  @Summary('List earlier versions of the contact policy')
  @Get('guard/policy/history')
  @Allow('guard:manage')
  policyHistory(
    @CurrentActor() actor: Actor,
    @Query({ schema: PolicyHistoryQuery }) { institutionId, ...part }: PolicyHistoryQuery,
  ) {
    return this.inForce.policyHistory(actor, institutionId, part);
  }

  @Summary('Return to an earlier version of the contact policy')
  @Post('guard/policy/revert')
  @Allow('guard:manage')
  revert(@CurrentActor() actor: Actor, @Body({ schema: PolicyRevert }) body: PolicyRevert) {
    return this.policies.revert(actor, body);
  }

  @Summary('Try a contact policy out on past decisions')
  @Post('guard/policy/lab')
  @Allow('guard:manage')
  ask(@CurrentActor() actor: Actor, @Body({ schema: AskSimulation }) body: AskSimulation) {
    return this.simulations.ask(actor, body);
  }

  @Summary('Read how a policy that is tried out would have decided')
  @Get('guard/policy/lab')
  @Allow('guard:manage')
  simulation(@CurrentActor() actor: Actor, @Query({ schema: PolicyQuery }) { institutionId }: PolicyQuery) {
    return this.inForce.simulation(actor, institutionId);
  }
}
