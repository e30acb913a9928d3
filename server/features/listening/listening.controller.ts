import { Body, Controller, Get, Post } from '@nestjs/common';
import { ListenRequest } from '../../../contract/supervision/listening.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSession } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { ListeningQueries } from './listening.queries.js';
import { ListeningService } from './listening.service.js';

@Controller('softPhone')
export class ListeningController {
  constructor(
    private readonly listening: ListeningService,
    private readonly queries: ListeningQueries,
  ) {}

  @Summary('Listen to a running call unheard')
  @Post('listen')
  @Allow('call:listen')
  listen(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.ask(actor, 'LISTEN', callId);
  }

  @Summary('Speak to the collector of a running call, unheard by the borrower')
  @Post('whisper')
  @Allow('call:listen')
  whisper(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.ask(actor, 'WHISPER', callId);
  }

  @Summary('Join a running call, heard by both')
  @Post('barge')
  @Allow('call:listen')
  barge(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.ask(actor, 'BARGE', callId);
  }

  @Summary('Stop taking part in a running call')
  @Post('leave')
  @AllowSession()
  leave(@CurrentActor() actor: Actor, @Body({ schema: ListenRequest }) { callId }: ListenRequest) {
    return this.listening.leave(actor, callId);
  }

  @Summary("List the calls that run now among the caller's people")
  @Get('liveCalls')
  @Allow('call:listen')
  liveCalls(@CurrentActor() actor: Actor) {
    return this.queries.live(actor);
  }

  @Summary('List who takes part in a call')
  @Get('listeners')
  @Allow('call:make')
  listeners(@CurrentActor() actor: Actor) {
    return this.queries.listeners(actor);
  }
}
