import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { RefundCompletion, RefundRejection, RefundsQuery } from '../../../contract/money/refunds.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundsService } from './refunds.service.js';

@Controller('refund')
export class RefundsController {
  constructor(
    private readonly queries: RefundsQueries,
    private readonly refunds: RefundsService,
  ) {}

  @Summary('List overpayments that are to be returned')
  @Get('list')
  @Allow('refund:read')
  list(@CurrentActor() actor: Actor, @Query({ schema: RefundsQuery }) query: RefundsQuery) {
    return this.queries.refunds(actor, query);
  }

  @Summary('Record that an overpayment was returned')
  @Post('complete')
  @Allow('refund:decide')
  complete(@CurrentActor() actor: Actor, @Body({ schema: RefundCompletion }) completion: RefundCompletion) {
    return this.refunds.complete(actor, completion);
  }

  @Summary('Refuse to return an overpayment, with a reason')
  @Post('reject')
  @Allow('refund:decide')
  reject(@CurrentActor() actor: Actor, @Body({ schema: RefundRejection }) rejection: RefundRejection) {
    return this.refunds.reject(actor, rejection);
  }
}
