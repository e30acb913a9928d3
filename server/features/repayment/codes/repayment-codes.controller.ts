import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  NewRepaymentCode,
  RefreshRepaymentCode,
  RepaymentCodeQuery,
} from '../../../../contract/money/repayment-codes.js';
import { IdText } from '../../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { RepaymentCodesQueries } from './repayment-codes.queries.js';
import { RepaymentCodesService } from './repayment-codes.service.js';

@Controller('repay')
export class RepaymentCodesController {
  constructor(
    private readonly queries: RepaymentCodesQueries,
    private readonly codes: RepaymentCodesService,
  ) {}

  @Summary('List the codes that a borrower may pay a loan by')
  @Get('repaymentCode/:taskId')
  @Allow('plan:read')
  repaymentCode(
    @CurrentActor() actor: Actor,
    @Param('taskId', { schema: IdText }) taskId: number,
    @Query({ schema: RepaymentCodeQuery }) query: RepaymentCodeQuery,
  ) {
    return this.queries.codes(actor, taskId, query);
  }

  @Summary('Ask the provider for a code of an amount')
  @Post('repaymentCode/update/new')
  @Allow('repayment:act')
  updateNew(@CurrentActor() actor: Actor, @Body({ schema: NewRepaymentCode }) body: NewRepaymentCode) {
    return this.codes.request(actor, body);
  }

  @Summary('Ask the provider for the state of a code')
  @Post('repayment/refreshRepayCode')
  @Allow('repayment:act')
  refreshRepayCode(
    @CurrentActor() actor: Actor,
    @Body({ schema: RefreshRepaymentCode }) body: RefreshRepaymentCode,
  ) {
    return this.codes.refresh(actor, body);
  }
}
