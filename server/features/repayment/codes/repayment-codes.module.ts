import { Module } from '@nestjs/common';
import { CodeLifeService } from './code-life.service.js';
import { MoneyActs } from './money-acts.service.js';
import { PaymentRails } from './payment-rails.client.js';
import { RepaymentCodesQueries } from './repayment-codes.queries.js';
import { RepaymentCodesService } from './repayment-codes.service.js';

const providers = [CodeLifeService, MoneyActs, RepaymentCodesQueries, RepaymentCodesService];

@Module({ providers: [PaymentRails, ...providers], exports: providers })
export class RepaymentCodesModule {}
