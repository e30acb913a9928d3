import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../case-work/score-cards/score-cards.module.js';
import { AccrualsService } from './accruals.service.js';

@Module({
  imports: [ScoreCardsModule],
  providers: [AccrualsService],
  exports: [AccrualsService],
})
export class AccrualsModule {}
