import { Module } from '@nestjs/common';
import { PaymentsModule } from '../repayment/payments/payments.module.js';
import { FileIntakeService } from './file-intake.service.js';
import { ImportsQueries } from './imports.queries.js';
import { ImportsService } from './imports.service.js';
import { IntakeReader } from './intake-state.queries.js';
import { IntakeRows } from './intake-rows.service.js';
import { IntakeService } from './intake.service.js';
import { LedgerService } from './ledger.service.js';
import { WatchedFolderService } from './watched-folder.service.js';

@Module({
  imports: [PaymentsModule],
  providers: [
    FileIntakeService,
    WatchedFolderService,
    ImportsQueries,
    ImportsService,
    IntakeReader,
    IntakeRows,
    IntakeService,
    LedgerService,
  ],
  exports: [FileIntakeService, WatchedFolderService, ImportsQueries, ImportsService, IntakeReader],
})
export class ImportsModule {}
