import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import {
  NewRepaymentCode,
  RefreshRepaymentCode,
  RepaymentCodeQuery,
  type RepaymentCodes,
  type RequestedCode,
} from '../../../contract/repayment-codes.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
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
    @Query({ schema: RepaymentCodeQuery }) query: z.infer<typeof RepaymentCodeQuery>,
  ): Promise<RepaymentCodes> {
    return this.queries.codes(actor, taskId, query);
  }

  @Post('repaymentCode/update/new')
  @HttpCode(200)
  @Allow('repayment:act')
  updateNew(
    @CurrentActor() actor: Actor,
    @Body({ schema: NewRepaymentCode }) body: NewRepaymentCode,
  ): Promise<RequestedCode> {
    return this.codes.request(actor, body);
  }

  @Post('repayment/refreshRepayCode')
  @HttpCode(200)
  @Allow('repayment:act')
  refreshRepayCode(
    @CurrentActor() actor: Actor,
    @Body({ schema: RefreshRepaymentCode }) body: RefreshRepaymentCode,
  ): Promise<RequestedCode> {
    return this.codes.refresh(actor, body);
  }
}
