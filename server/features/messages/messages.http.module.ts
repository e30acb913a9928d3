import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller.js';
import { MessagesModule } from './messages.module.js';

@Module({ imports: [MessagesModule], controllers: [MessagesController] })
export class MessagesHttpModule {}
