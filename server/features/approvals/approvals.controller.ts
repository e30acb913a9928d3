import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  ApprovalDecision,
  ApprovalEnd,
  ApprovalRequest,
  ApprovalsQuery,
} from '../../../contract/administration/approvals.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ApprovalsQueries } from './approvals.queries.js';
import { ApprovalsService } from './approvals.service.js';

@Controller('approval')
export class ApprovalsController {
  constructor(
    private readonly queries: ApprovalsQueries,
    private readonly approvals: ApprovalsService,
  ) {}

  @Summary('List decisions that need a second administrator')
  @Get('list')
  @Allow('approval:decide')
  list(@CurrentActor() actor: Actor, @Query({ schema: ApprovalsQuery }) query: ApprovalsQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Ask a second administrator for a decision')
  @Post('request')
  @Allow('approval:decide')
  request(@CurrentActor() actor: Actor, @Body({ schema: ApprovalRequest }) wish: ApprovalRequest) {
    return this.approvals.request(actor, wish);
  }

  @Summary('Grant or refuse what somebody else asked for')
  @Post('decide')
  @Allow('approval:decide')
  decide(@CurrentActor() actor: Actor, @Body({ schema: ApprovalDecision }) decision: ApprovalDecision) {
    return this.approvals.decide(actor, decision);
  }

  @Summary('Withdraw a request, or end what was granted')
  @Post('end')
  @Allow('approval:decide')
  end(@CurrentActor() actor: Actor, @Body({ schema: ApprovalEnd }) which: ApprovalEnd) {
    return this.approvals.end(actor, which);
  }
}
