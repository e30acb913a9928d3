import { Module } from '@nestjs/common';
import { BehaviourModule } from '../behaviour/behaviour.module.js';
import { GuardModule } from '../guard/guard.module.js';
import { ScoreCardsModule } from '../score-cards/score-cards.module.js';
import { Carrier } from './carrier.js';
import { MessageLimitsService } from './message-limits.service.js';
import { MessageRetriesService } from './message-retries.service.js';
import { MessagesQueries } from './messages.queries.js';
import { MessagesService } from './messages.service.js';
import { ReceiptsService } from './receipts.service.js';
import { ClaimsService } from './claims.service.js';
import { RemindersService } from './reminders.service.js';
import { SendingService } from './sending.service.js';
import { TemplatesQueries } from './templates/templates.queries.js';
import { TemplatesService } from './templates/templates.service.js';

const providers = [
  ClaimsService,
  MessageLimitsService,
  MessageRetriesService,
  MessagesQueries,
  MessagesService,
  ReceiptsService,
  RemindersService,
  SendingService,
  TemplatesQueries,
  TemplatesService,
];

@Module({
  imports: [BehaviourModule, GuardModule, ScoreCardsModule],
  providers: [Carrier, ...providers],
  exports: providers,
})
export class MessagesModule {}
