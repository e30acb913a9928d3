import { Controller, Get, Query } from '@nestjs/common';
import { LoanRecordQuery } from '../../../../contract/money/loans.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { LoansQueries } from './loans.queries.js';

@Controller('loan')
export class LoansController {
  constructor(private readonly queries: LoansQueries) {}

  @Get('loan-record')
  @Allow('plan:read')
  loanRecord(@CurrentActor() actor: Actor, @Query({ schema: LoanRecordQuery }) query: LoanRecordQuery) {
    return this.queries.records(actor, query);
  }
}
