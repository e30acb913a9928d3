import { Module } from '@nestjs/common';
import { QueuesController } from './queues.controller.js';
import { QueuesModule } from './queues.module.js';

@Module({ imports: [QueuesModule], controllers: [QueuesController] })
export class QueuesHttpModule {}
