import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { PaymentsService } from './payments.service.js';
import { VouchersQueries } from './vouchers.queries.js';

@Module({
  imports: [ScoreCardsModule],
  providers: [PaymentsService, VouchersQueries],
  exports: [PaymentsService, VouchersQueries],
})
export class PaymentsModule {}
