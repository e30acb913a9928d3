import { Module } from '@nestjs/common';
import { ContactComplianceModule } from '../contact-compliance/contact-compliance.module.js';
import { ScoreCardsModule } from '../case-work/score-cards/score-cards.module.js';
import { StopsModule } from '../stops/stops.module.js';
import { Carrier } from './submit/carrier.client.js';
import { SignedCarrier } from './submit/signed-carrier.client.js';
import { TwilioCarrier } from './submit/twilio-carrier.client.js';
import { MessageLimitsService } from './compose/message-limits.service.js';
import { IncomingMessagesQueries } from './incoming/incoming-messages.queries.js';
import { IncomingMessagesService } from './incoming/incoming-messages.service.js';
import { MessageRetriesService } from './queue/message-retries.service.js';
import { MessagesQueries } from './queue/messages.queries.js';
import { MessagesService } from './queue/messages.service.js';
import { ReceiptsService } from './delivery/receipts.service.js';
import { ClaimsService } from './submit/claims.service.js';
import { RemindersService } from './queue/reminders.service.js';
import { SendingService } from './submit/sending.service.js';
import { TemplatesQueries } from './compose/templates.queries.js';
import { TemplatesService } from './compose/templates.service.js';

const providers = [
  ClaimsService,
  IncomingMessagesQueries,
  IncomingMessagesService,
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
  imports: [ContactComplianceModule, ScoreCardsModule, StopsModule],
  providers: [Carrier, SignedCarrier, TwilioCarrier, ...providers],
  exports: providers,
})
export class MessagesModule {}
