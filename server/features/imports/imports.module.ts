import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { ImportsQueries } from './imports.queries.js';
import { ImportsService } from './imports.service.js';
import { IntakeReader } from './intake-reader.js';
import { IntakeRows } from './intake-rows.js';
import { IntakeService } from './intake.service.js';
import { LedgerService } from './ledger.service.js';
import { UploadForm } from './upload-form.js';

@Module({
  imports: [PaymentsModule],
  providers: [
    ImportsQueries,
    ImportsService,
    IntakeReader,
    IntakeRows,
    IntakeService,
    LedgerService,
    UploadForm,
  ],
  exports: [ImportsQueries, ImportsService, UploadForm],
})
export class ImportsModule {}
