import { Module } from '@nestjs/common';
import { DaysService } from './days.service.js';
import { ScoreCardsQueries } from './score-cards.queries.js';
import { ScoreCardsService } from './score-cards.service.js';

@Module({
  providers: [DaysService, ScoreCardsQueries, ScoreCardsService],
  exports: [DaysService, ScoreCardsQueries, ScoreCardsService],
})
export class ScoreCardsModule {}
