import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ReceiptsQuery } from '../../../../contract/contact/guard.js';
import {
  PolicyChange,
  PolicyHistoryQuery,
  PolicyQuery,
  PolicyRevert,
} from '../../../../contract/contact/guard-policy.js';
import { AskLab } from '../../../../contract/contact/policy-lab.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { GuardHistoryQueries } from './guard-history.queries.js';
import { PolicyLabService } from '../policy/lab/policy-lab.service.js';
import { PoliciesQueries } from '../policy/policies.queries.js';
import { PressureQueries } from '../pressure/pressure.queries.js';
import { PoliciesService } from '../policy/policies.service.js';

@Controller()
export class GuardController {
  constructor(
    private readonly history: GuardHistoryQueries,
    private readonly inForce: PoliciesQueries,
    private readonly pressures: PressureQueries,
    private readonly policies: PoliciesService,
    private readonly labs: PolicyLabService,
  ) {}

  @Get('guard/receipts/:taskId')
  @Allow('case:read')
  receipts(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Query({ schema: ReceiptsQuery }) part: ReceiptsQuery,
  ) {
    return this.history.receipts(actor, taskId, part);
  }

  @Get(['guard/pressure/:taskId', 'borrower/pressure/:taskId'])
  @Allow('case:read')
  pressure(@CurrentActor() actor: Actor, @Param('taskId', { schema: IdText }) taskId: number) {
    return this.pressures.pressure(actor, taskId);
  }

  @Get('guard/policy')
  @Allow('guard:manage')
  policy(@CurrentActor() actor: Actor, @Query({ schema: PolicyQuery }) { institutionId }: PolicyQuery) {
    return this.inForce.policy(actor, institutionId);
  }

  @Post('guard/policy')
  @Allow('guard:manage')
  change(@CurrentActor() actor: Actor, @Body({ schema: PolicyChange }) body: PolicyChange) {
    return this.policies.change(actor, body);
  }

  @Get('guard/policy/history')
  @Allow('guard:manage')
  policyHistory(
    @CurrentActor() actor: Actor,
    @Query({ schema: PolicyHistoryQuery }) { institutionId, ...part }: PolicyHistoryQuery,
  ) {
    return this.inForce.policyHistory(actor, institutionId, part);
  }

  @Post('guard/policy/revert')
  @Allow('guard:manage')
  revert(@CurrentActor() actor: Actor, @Body({ schema: PolicyRevert }) body: PolicyRevert) {
    return this.policies.revert(actor, body);
  }

  @Post('guard/policy/lab')
  @Allow('guard:manage')
  ask(@CurrentActor() actor: Actor, @Body({ schema: AskLab }) body: AskLab) {
    return this.labs.ask(actor, body);
  }

  @Get('guard/policy/lab')
  @Allow('guard:manage')
  lab(@CurrentActor() actor: Actor, @Query({ schema: PolicyQuery }) { institutionId }: PolicyQuery) {
    return this.inForce.lab(actor, institutionId);
  }
}
