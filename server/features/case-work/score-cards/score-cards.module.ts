import { Module } from '@nestjs/common';
import { DaysService } from './days.service.js';
import { ScoreCardReader } from './score-card-reader.service.js';
import { ScoreCardsQueries } from './score-cards.queries.js';
import { ScoreCardsService } from './score-cards.service.js';

@Module({
  providers: [DaysService, ScoreCardReader, ScoreCardsQueries, ScoreCardsService],
  exports: [DaysService, ScoreCardReader, ScoreCardsQueries, ScoreCardsService],
})
export class ScoreCardsModule {}
