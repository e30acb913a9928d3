import { Module } from '@nestjs/common';
import { PaymentsModule } from '../repayment/payments/payments.module.js';
import { ImportsQueries } from './imports.queries.js';
import { ImportsService } from './imports.service.js';
import { IntakeReader } from './intake-state.queries.js';
import { IntakeRows } from './intake-rows.service.js';
import { IntakeService } from './intake.service.js';
import { LedgerService } from './ledger.service.js';

@Module({
  imports: [PaymentsModule],
  providers: [ImportsQueries, ImportsService, IntakeReader, IntakeRows, IntakeService, LedgerService],
  exports: [ImportsQueries, ImportsService, IntakeReader],
})
export class ImportsModule {}
