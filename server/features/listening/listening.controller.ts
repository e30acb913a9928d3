import { Body, Controller, Get, Post } from '@nestjs/common';
import { ListenRequest } from '../../../contract/supervision/listening.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { ListeningQueries } from './listening.queries.js';
import { ListeningService } from './listening.service.js';

@Controller('softPhone')
export class ListeningController {
  constructor(
    private readonly listening: ListeningService,
    private readonly queries: ListeningQueries,
  ) {}

  @Post('listen')
  @Allow('call:listen')
  listen(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.ask(actor, 'LISTEN', callId);
  }

  @Post('whisper')
  @Allow('call:listen')
  whisper(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.ask(actor, 'WHISPER', callId);
  }

  @Post('barge')
  @Allow('call:listen')
  barge(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.ask(actor, 'BARGE', callId);
  }

  @Post('leave')
  @Allow('call:listen')
  leave(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.leave(actor, callId);
  }

  @Get('liveCalls')
  @Allow('call:listen')
  liveCalls(@CurrentActor() actor: Actor) {
    return this.queries.live(actor);
  }

  @Get('listeners')
  @Allow('call:make')
  listeners(@CurrentActor() actor: Actor) {
    return this.queries.listeners(actor);
  }
}
