import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import {
  DeliveryReceipt,
  MessageLimitsChange,
  MessageLogQuery,
  ResidueQuery,
  RetryMessage,
  SendMessage,
  SendMessageOlder,
  TemplateQuery,
  type MessageLimitsAnswer,
  type MessageRow,
  type ReceiptAnswer,
  type Residue,
  type TemplateRow,
} from '../../../contract/messages.js';
import { IdText } from '../../../contract/shared/id.js';
import type { Page } from '../../../contract/shared/page.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSigned } from '../../platform/auth/allow.js';
import { MessageLimitsService } from './message-limits.service.js';
import { MessageRetriesService } from './message-retries.service.js';
import { MessagesQueries } from './messages.queries.js';
import { MessagesService } from './messages.service.js';
import { ReceiptsService } from './receipts.service.js';
import { TemplatesQueries } from './templates.queries.js';

@Controller('sms')
export class MessagesController {
  constructor(
    private readonly queries: MessagesQueries,
    private readonly messages: MessagesService,
    private readonly retries: MessageRetriesService,
    private readonly receipts: ReceiptsService,
    private readonly limits: MessageLimitsService,
    private readonly templateList: TemplatesQueries,
  ) {}

  @Get('templates')
  @Allow('message:send')
  templates(
    @CurrentActor() actor: Actor,
    @Query({ schema: TemplateQuery }) { channel }: z.infer<typeof TemplateQuery>,
  ): Promise<TemplateRow[]> {
    return this.templateList.list(actor, channel);
  }

  @Get('residue')
  @Allow('message:send')
  residue(
    @CurrentActor() actor: Actor,
    @Query({ schema: ResidueQuery }) { taskId }: z.infer<typeof ResidueQuery>,
  ): Promise<Residue> {
    return this.queries.residue(actor, taskId);
  }

  @Get('log/:id')
  @Allow('case:read')
  log(
    @CurrentActor() actor: Actor,
    @Param('id', { schema: IdText }) id: number,
    @Query({ schema: MessageLogQuery }) query: z.infer<typeof MessageLogQuery>,
  ): Promise<Page<MessageRow>> {
    return this.queries.log(actor, id, query);
  }

  @Post('manual/send')
  @Allow('message:send')
  manualSend(
    @CurrentActor() actor: Actor,
    @Body({ schema: SendMessage }) input: z.infer<typeof SendMessage>,
  ): Promise<MessageRow> {
    return this.messages.send(actor, input);
  }

  @Post('send')
  @Allow('message:send')
  send(
    @CurrentActor() actor: Actor,
    @Body({ schema: SendMessageOlder }) input: z.infer<typeof SendMessageOlder>,
  ): Promise<MessageRow> {
    return this.messages.sendToBorrower(actor, input);
  }

  @Post('retry')
  @Allow('message:retry')
  retry(
    @CurrentActor() actor: Actor,
    @Body({ schema: RetryMessage }) { messageId }: z.infer<typeof RetryMessage>,
  ): Promise<MessageRow> {
    return this.retries.retry(actor, messageId);
  }

  /** The carrier's delivery receipt. */
  @Post('callback')
  @AllowSigned('carrierHmac')
  callback(@Body({ schema: DeliveryReceipt }) receipt: DeliveryReceipt): Promise<ReceiptAnswer> {
    return this.receipts.receive(receipt);
  }

  @Get('limit/config/read')
  @Allow('messageLimits:manage')
  readLimits(@CurrentActor() actor: Actor): Promise<MessageLimitsAnswer> {
    return this.limits.read(actor);
  }

  @Post('limit/config/update')
  @Allow('messageLimits:manage')
  updateLimits(
    @CurrentActor() actor: Actor,
    @Body({ schema: MessageLimitsChange }) change: MessageLimitsChange,
  ): Promise<MessageLimitsAnswer> {
    return this.limits.change(actor, change);
  }
}
