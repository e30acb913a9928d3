import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  ClaimedTimesQuery,
  PageVisit,
  PaymentCallback,
  PaymentVoucherQuery,
} from '../../../../contract/money/payments.js';
import { CurrentActor, SYSTEM, type Actor } from '../../../platform/auth/actor.js';
import { Allow, AllowSigned } from '../../../platform/auth/allow.js';
import { Site } from '../../../platform/site/site.js';
import { Summary } from '../../../platform/http/summary.js';
import { ClaimsQueries } from './claims.queries.js';
import { PageVisitsService } from './page-visits.service.js';
import { PaymentsService } from './payments.service.js';
import { VouchersQueries } from './vouchers.queries.js';

@Controller('payment')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentsService,
    private readonly vouchers: VouchersQueries,
    private readonly visits: PageVisitsService,
    private readonly claims: ClaimsQueries,
    private readonly site: Site,
  ) {}

  @Summary("List the vouchers of a loan's payments")
  @Get('details')
  @Allow('plan:read')
  details(@CurrentActor() actor: Actor, @Query({ schema: PaymentVoucherQuery }) query: PaymentVoucherQuery) {
    return this.vouchers.vouchers(actor, query);
  }

  @Summary('List payments and calls whose reported time cannot be true')
  @Get('claimedTimes')
  @Allow('case:import')
  claimedTimes(@CurrentActor() actor: Actor, @Query({ schema: ClaimedTimesQuery }) query: ClaimedTimesQuery) {
    return this.claims.claims(actor, query);
  }

  @Summary('Take a payment or reversal from the lender')
  @Post('callback')
  @AllowSigned('paymentHmac')
  callback(@Body({ schema: PaymentCallback }) message: PaymentCallback) {
    return this.payments.post(SYSTEM, message, { simulated: this.site.simulates('rails') });
  }

  @Summary("Take a borrower's visit to the payment page from the lender")
  @Post('pageVisit')
  @AllowSigned('paymentHmac')
  pageVisit(@Body({ schema: PageVisit }) message: PageVisit) {
    return this.visits.note(message);
  }
}
