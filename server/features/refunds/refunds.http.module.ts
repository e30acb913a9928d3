import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../case-work/score-cards/score-cards.module.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundsService } from './refunds.service.js';

@Module({
  imports: [ScoreCardsModule],
  providers: [RefundsQueries, RefundsService],
  controllers: [RefundsController],
})
export class RefundsHttpModule {}
