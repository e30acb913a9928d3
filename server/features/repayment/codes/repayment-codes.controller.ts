import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  NewRepaymentCode,
  RefreshRepaymentCode,
  RepaymentCodeQuery,
} from '../../../../contract/money/repayment-codes.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { RepaymentCodesQueries } from './repayment-codes.queries.js';
import { RepaymentCodesService } from './repayment-codes.service.js';

@Controller('repay')
export class RepaymentCodesController {
  constructor(
    private readonly queries: RepaymentCodesQueries,
    private readonly codes: RepaymentCodesService,
  ) {}

  @Get('repaymentCode/:taskId')
  @Allow('plan:read')
  repaymentCode(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Query({ schema: RepaymentCodeQuery }) query: RepaymentCodeQuery,
  ) {
    return this.queries.codes(actor, taskId, query);
  }

  @Post('repaymentCode/update/new')
  @Allow('repayment:act')
  updateNew(@CurrentActor() actor: Actor, @Body({ schema: NewRepaymentCode }) body: NewRepaymentCode) {
    return this.codes.request(actor, body);
  }

  @Post('repayment/refreshRepayCode')
  @Allow('repayment:act')
  refreshRepayCode(
    @CurrentActor() actor: Actor,
    @Body({ schema: RefreshRepaymentCode }) body: RefreshRepaymentCode,
  ) {
    return this.codes.refresh(actor, body);
  }
}
