import { Module } from '@nestjs/common';
import { CasesModule } from '../cases/cases.module.js';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { LongAgingQueries } from './long-aging.queries.js';
import { LongAgingService } from './long-aging.service.js';

@Module({
  imports: [CasesModule, ScoreCardsModule],
  providers: [LongAgingQueries, LongAgingService],
  exports: [LongAgingQueries, LongAgingService],
})
export class LongAgingModule {}
