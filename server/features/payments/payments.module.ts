import { Module } from '@nestjs/common';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { PaymentsService } from './payments.service.js';

@Module({ imports: [ScoreCardsModule], providers: [PaymentsService], exports: [PaymentsService] })
export class PaymentsModule {}
