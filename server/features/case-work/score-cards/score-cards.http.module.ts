import { Module } from '@nestjs/common';
import { ScoreCardsController } from './score-cards.controller.js';
import { ScoreCardsModule } from './score-cards.module.js';

@Module({ imports: [ScoreCardsModule], controllers: [ScoreCardsController] })
export class ScoreCardsHttpModule {}
