import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { PageVisitsService } from './page-visits.service.js';
import { PaymentsService } from './payments.service.js';
import { VouchersQueries } from './vouchers.queries.js';

@Module({
  imports: [ScoreCardsModule],
  providers: [PageVisitsService, PaymentsService, VouchersQueries],
  exports: [PageVisitsService, PaymentsService, VouchersQueries],
})
export class PaymentsModule {}
