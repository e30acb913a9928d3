import { Controller, Get, Query } from '@nestjs/common';
import { LoanRecordQuery } from '../../../../contract/money/loans.js';
import { CurrentActor, type Actor } from '../../../platform/auth/actor.js';
import { Allow } from '../../../platform/auth/allow.js';
import { Summary } from '../../../platform/http/summary.js';
import { LoansQueries } from './loans.queries.js';

@Controller('loan')
export class LoansController {
  constructor(private readonly queries: LoansQueries) {}

  @Summary('List the earlier loans of a borrower')
  @Get('loan-record')
  @Allow('plan:read')
  loanRecord(@CurrentActor() actor: Actor, @Query({ schema: LoanRecordQuery }) query: LoanRecordQuery) {
    return this.queries.records(actor, query);
  }
}
