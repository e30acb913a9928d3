import { Module } from '@nestjs/common';
import { ReachService } from '../connections/reach.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';
import { WebhooksQueries } from './webhooks.queries.js';
import { WebhooksService } from './webhooks.service.js';

const providers = [WebhooksQueries, WebhooksService, WebhookSenderService];

@Module({ providers: [...providers, ReachService], exports: providers })
export class WebhooksModule {}
