import { Module } from '@nestjs/common';
import { FallingDueService } from './falling-due.service.js';
import { LoansQueries } from './loans.queries.js';
import { RestatementsService } from './restatements.service.js';

@Module({
  providers: [FallingDueService, LoansQueries, RestatementsService],
  exports: [FallingDueService, LoansQueries, RestatementsService],
})
export class LoansModule {}
