import { Module } from '@nestjs/common';
import { ApprovalsQueries } from './approvals.queries.js';
import { ApprovalsService } from './approvals.service.js';

@Module({
  providers: [ApprovalsQueries, ApprovalsService],
  exports: [ApprovalsQueries, ApprovalsService],
})
export class ApprovalsModule {}
