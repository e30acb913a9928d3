import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  WebhookChange,
  WebhookDeliveriesQuery,
  WebhookRef,
  WebhookSendAgain,
  WebhooksQuery,
} from '../../../contract/administration/webhooks.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { WebhooksQueries } from './webhooks.queries.js';
import { WebhooksService } from './webhooks.service.js';

@Controller('webhook')
export class WebhooksController {
  constructor(
    private readonly queries: WebhooksQueries,
    private readonly webhooks: WebhooksService,
  ) {}

  @Summary('List the addresses that are told what happens')
  @Get('list')
  @Allow('webhook:manage')
  list(@CurrentActor() actor: Actor, @Query({ schema: WebhooksQuery }) query: WebhooksQuery) {
    return this.queries.list(actor, query);
  }

  @Summary('Add an address that is told what happens, or change it')
  @Post('save')
  @HttpCode(200)
  @Allow('webhook:manage')
  save(@CurrentActor() actor: Actor, @Body({ schema: WebhookChange }) change: WebhookChange) {
    return this.webhooks.save(actor, change);
  }

  @Summary('Make a new secret that signs what is sent, which is shown this once')
  @Post('secret')
  @HttpCode(200)
  @Allow('webhook:manage')
  secret(@CurrentActor() actor: Actor, @Body({ schema: WebhookRef }) which: WebhookRef) {
    return this.webhooks.renew(actor, which);
  }

  @Summary('Agree to where another administrator wants events sent')
  @Post('approve')
  @HttpCode(200)
  @Allow('webhook:manage')
  approve(@CurrentActor() actor: Actor, @Body({ schema: WebhookRef }) which: WebhookRef) {
    return this.webhooks.approve(actor, which);
  }

  @Summary('List what was sent to an address, and how it was answered')
  @Get('deliveries')
  @Allow('webhook:manage')
  deliveries(
    @CurrentActor() actor: Actor,
    @Query({ schema: WebhookDeliveriesQuery }) query: WebhookDeliveriesQuery,
  ) {
    return this.queries.deliveries(actor, query);
  }

  @Summary('Have the events of a delivery sent once more')
  @Post('sendAgain')
  @HttpCode(200)
  @Allow('webhook:manage')
  sendAgain(@CurrentActor() actor: Actor, @Body({ schema: WebhookSendAgain }) which: WebhookSendAgain) {
    return this.webhooks.sendAgain(actor, which);
  }
}
