import { Module } from '@nestjs/common';
import { Push } from '../../platform/push/push.js';
import { InboxQueries } from './inbox.queries.js';
import { InboxService } from './inbox.service.js';

const providers = [InboxQueries, InboxService];

@Module({ providers: [...providers, Push], exports: providers })
export class InboxModule {}
