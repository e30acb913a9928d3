import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../../case-work/score-cards/score-cards.module.js';
import { ClaimsQueries } from './claims.queries.js';
import { PageVisitsService } from './page-visits.service.js';
import { PaymentsService } from './payments.service.js';
import { VouchersQueries } from './vouchers.queries.js';

@Module({
  imports: [ScoreCardsModule],
  providers: [ClaimsQueries, PageVisitsService, PaymentsService, VouchersQueries],
  exports: [ClaimsQueries, PageVisitsService, PaymentsService, VouchersQueries],
})
export class PaymentsModule {}
