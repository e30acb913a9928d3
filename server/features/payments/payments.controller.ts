import { Body, Controller, Post } from '@nestjs/common';
import { PaymentCallback, type PaymentAnswer } from '../../../contract/payments.js';
import { SYSTEM } from '../../platform/auth/actor.js';
import { AllowSigned } from '../../platform/auth/allow.js';
import { PaymentsService } from './payments.service.js';

@Controller('payment')
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  /** The payment rails' message: a payment, or its reversal. */
  @Post('callback')
  @AllowSigned('paymentHmac')
  callback(@Body({ schema: PaymentCallback }) message: PaymentCallback): Promise<PaymentAnswer> {
    return this.payments.post(SYSTEM, message);
  }
}
