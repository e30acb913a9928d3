import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { AccrualsService } from './accruals.service.js';
import { LongAgingService } from './long-aging.service.js';

@Module({
  imports: [ScoreCardsModule],
  providers: [AccrualsService, LongAgingService],
  exports: [AccrualsService, LongAgingService],
})
export class AccrualsModule {}
