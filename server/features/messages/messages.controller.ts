import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  TemplateChange,
  TemplateSampleQuery,
  TemplatesQuery,
  TemplateStatus,
} from '../../../contract/contact/message-templates.js';
import { IncomingMessage, IncomingQuery } from '../../../contract/contact/incoming-messages.js';
import {
  DeliveryReceipt,
  MessageLimitsChange,
  MessageLogQuery,
  ResidueQuery,
  RetryMessage,
  SendMessage,
  SendMessageOlder,
  TemplateQuery,
} from '../../../contract/contact/messages.js';
import { IdText } from '../../../contract/shared/id.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSigned } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { MessageLimitsService } from './compose/message-limits.service.js';
import { IncomingMessagesQueries } from './incoming/incoming-messages.queries.js';
import { IncomingMessagesService } from './incoming/incoming-messages.service.js';
import { MessageRetriesService } from './queue/message-retries.service.js';
import { MessagesQueries } from './queue/messages.queries.js';
import { MessagesService } from './queue/messages.service.js';
import { ReceiptsService } from './delivery/receipts.service.js';
import { TemplatesQueries } from './compose/templates.queries.js';
import { TemplatesService } from './compose/templates.service.js';

@Controller('sms')
export class MessagesController {
  constructor(
    private readonly queries: MessagesQueries,
    private readonly messages: MessagesService,
    private readonly retries: MessageRetriesService,
    private readonly receipts: ReceiptsService,
    private readonly incoming: IncomingMessagesService,
    private readonly incomingList: IncomingMessagesQueries,
    private readonly limits: MessageLimitsService,
    private readonly templateList: TemplatesQueries,
    private readonly templateSaves: TemplatesService,
  ) {}

  @Summary('List the texts that may be sent for a case')
  @Get('templates')
  @Allow('message:send')
  templates(@CurrentActor() actor: Actor, @Query({ schema: TemplateQuery }) { channel }: TemplateQuery) {
    return this.templateList.list(actor, channel);
  }

  @Summary('List message templates to manage')
  @Get('templates/manage')
  @Allow('template:manage')
  manage(@CurrentActor() actor: Actor, @Query({ schema: TemplatesQuery }) query: TemplatesQuery) {
    return this.templateList.manage(actor, query);
  }

  @Summary('Fill a template with a sample to check its text')
  @Get('templates/sample')
  @Allow('template:manage')
  sample(
    @CurrentActor() actor: Actor,
    @Query({ schema: TemplateSampleQuery }) { loanId }: TemplateSampleQuery,
  ) {
    return this.templateList.sample(actor, loanId);
  }

  @Summary('Add a message template or change one')
  @Post('templates/createOrUpdate')
  @HttpCode(200)
  @Allow('template:manage')
  saveTemplate(@CurrentActor() actor: Actor, @Body({ schema: TemplateChange }) change: TemplateChange) {
    return this.templateSaves.save(actor, change);
  }

  @Summary('Enable or disable a message template')
  @Post('templates/setStatus')
  @HttpCode(200)
  @Allow('template:manage')
  setTemplateStatus(@CurrentActor() actor: Actor, @Body({ schema: TemplateStatus }) status: TemplateStatus) {
    return this.templateSaves.setStatus(actor, status);
  }

  @Summary('List the placeholders that a text may have')
  @Get('places')
  @Allow('message:send')
  places(@CurrentActor() actor: Actor) {
    return this.queries.places(actor);
  }

  @Summary('Count how many messages are left today')
  @Get('residue')
  @Allow('message:send')
  residue(@CurrentActor() actor: Actor, @Query({ schema: ResidueQuery }) { taskId }: ResidueQuery) {
    return this.queries.residue(actor, taskId);
  }

  @Summary('List the messages of a case and what became of each')
  @Get('log/:id')
  @Allow('case:read')
  log(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: MessageLogQuery }) query: MessageLogQuery,
  ) {
    return this.queries.log(actor, id, query);
  }

  @Summary('Send a message to a contact of a case')
  @Post('manual/send')
  @Allow('message:send')
  manualSend(@CurrentActor() actor: Actor, @Body({ schema: SendMessage }) input: SendMessage) {
    return this.messages.send(actor, input);
  }

  @Summary('Send a message to the borrower of a case')
  @Post('send')
  @Allow('message:send')
  send(@CurrentActor() actor: Actor, @Body({ schema: SendMessageOlder }) input: SendMessageOlder) {
    return this.messages.sendToBorrower(actor, input);
  }

  @Summary('Send a failed message again')
  @Post('retry')
  @Allow('message:retry')
  retry(@CurrentActor() actor: Actor, @Body({ schema: RetryMessage }) { messageId }: RetryMessage) {
    return this.retries.retry(actor, messageId);
  }

  @Summary('Take a message that somebody sent to the lender')
  @Post('inbound')
  @AllowSigned('carrierHmac')
  inbound(@Body({ schema: IncomingMessage }) message: IncomingMessage) {
    return this.incoming.receive(message);
  }

  @Summary('List the messages that came for a case')
  @Get('incoming')
  @Allow('case:read')
  ofCase(@CurrentActor() actor: Actor, @Query({ schema: IncomingQuery }) query: IncomingQuery) {
    return this.incomingList.ofCase(actor, query);
  }

  @Summary('Take a delivery receipt from the carrier')
  @Post('callback')
  @AllowSigned('carrierHmac')
  callback(@Body({ schema: DeliveryReceipt }) receipt: DeliveryReceipt) {
    return this.receipts.receive(receipt);
  }

  @Summary('Read how many messages may be sent and how long')
  @Get('limit/config/read')
  @Allow('messageLimits:manage')
  readLimits(@CurrentActor() actor: Actor) {
    return this.limits.read(actor);
  }

  @Summary('Change how many messages may be sent and how long')
  @Post('limit/config/update')
  @Allow('messageLimits:manage')
  updateLimits(
    @CurrentActor() actor: Actor,
    @Body({ schema: MessageLimitsChange }) change: MessageLimitsChange,
  ) {
    return this.limits.change(actor, change);
  }
}
