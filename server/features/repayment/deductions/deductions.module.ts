import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { RepaymentCodesModule } from '../codes/repayment-codes.module.js';
import { AutomaticDebitsService } from './automatic-debits.service.js';
import { CardDebits } from './card-debits.client.js';
import { DebitsService } from './debits.service.js';
import { DeductionsService } from './deductions.service.js';

@Module({
  imports: [PaymentsModule, RepaymentCodesModule],
  providers: [AutomaticDebitsService, CardDebits, DebitsService, DeductionsService],
  exports: [AutomaticDebitsService, DebitsService, DeductionsService],
})
export class DeductionsModule {}
