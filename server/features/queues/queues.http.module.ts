import { Module } from '@nestjs/common';
import { QueuesController } from './queues.controller.js';
import { QueuesQueries } from './queues.queries.js';
import { QueuesService } from './queues.service.js';

@Module({ providers: [QueuesQueries, QueuesService], controllers: [QueuesController] })
export class QueuesHttpModule {}
