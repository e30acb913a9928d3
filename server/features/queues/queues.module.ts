import { Module } from '@nestjs/common';
import { QueuesQueries } from './queues.queries.js';
import { QueuesService } from './queues.service.js';

@Module({ providers: [QueuesQueries, QueuesService], exports: [QueuesQueries, QueuesService] })
export class QueuesModule {}
