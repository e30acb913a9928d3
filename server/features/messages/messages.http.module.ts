import { Module } from '@nestjs/common';
import { MessagesController } from './messages.controller.js';
import { TwilioController } from './delivery/twilio.controller.js';
import { MessagesModule } from './messages.module.js';

@Module({ imports: [MessagesModule], controllers: [MessagesController, TwilioController] })
export class MessagesHttpModule {}
