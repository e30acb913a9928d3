import { Module } from '@nestjs/common';
import { RepaymentCodesController } from './repayment-codes.controller.js';
import { RepaymentCodesModule } from './repayment-codes.module.js';

@Module({ imports: [RepaymentCodesModule], controllers: [RepaymentCodesController] })
export class RepaymentCodesHttpModule {}
