import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  AskForHelp,
  DeclineHelp,
  HelpDayQuery,
  HelpersQuery,
  HelpRef,
  JoinCall,
  PassHelp,
} from '../../../contract/supervision/help.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { HelpQueries } from './help.queries.js';
import { HelpService } from './help.service.js';

@Controller('help')
export class HelpController {
  constructor(
    private readonly help: HelpService,
    private readonly queries: HelpQueries,
  ) {}

  @Summary('Ask leader and supervisors for help during a call of your own')
  @Post('ask')
  @Allow('call:make', { scope: 'own' })
  ask(@CurrentActor() actor: Actor, @Body({ schema: AskForHelp }) body: AskForHelp) {
    return this.help.ask(actor, body);
  }

  @Summary('Withdraw your request for help')
  @Post('withdraw')
  @Allow('call:make', { scope: 'own' })
  withdraw(@CurrentActor() actor: Actor, @Body({ schema: HelpRef }) body: HelpRef) {
    return this.help.withdraw(actor, body);
  }

  @Summary('Read what became of the help asked for in your running call')
  @Get('own')
  @Allow('call:make', { scope: 'own' })
  own(@CurrentActor() actor: Actor) {
    return this.queries.own(actor);
  }

  @Summary('List the calls in which somebody waits for help')
  @Get('list')
  @Allow('help:answer')
  list(@CurrentActor() actor: Actor) {
    return this.queries.list(actor);
  }

  @Summary('Answer a request for help, as the first')
  @Post('answer')
  @Allow('help:answer')
  answer(@CurrentActor() actor: Actor, @Body({ schema: HelpRef }) body: HelpRef) {
    return this.help.answer(actor, body);
  }

  @Summary('Take part in a call whose request for help you answered')
  @Post('join')
  @Allow('help:answer')
  join(@CurrentActor() actor: Actor, @Body({ schema: JoinCall }) body: JoinCall) {
    return this.help.join(actor, body);
  }

  @Summary('List the people whom a request for help may be passed to')
  @Get('helpers')
  @Allow('help:answer')
  helpers(@CurrentActor() actor: Actor, @Query({ schema: HelpersQuery }) query: HelpersQuery) {
    return this.queries.helpers(actor, query);
  }

  @Summary('Pass a request for help on to another person')
  @Post('pass')
  @Allow('help:answer')
  pass(@CurrentActor() actor: Actor, @Body({ schema: PassHelp }) body: PassHelp) {
    return this.help.pass(actor, body);
  }

  @Summary('Decline a request for help, with what the collector should do')
  @Post('decline')
  @Allow('help:answer')
  decline(@CurrentActor() actor: Actor, @Body({ schema: DeclineHelp }) body: DeclineHelp) {
    return this.help.decline(actor, body);
  }

  @Summary('Read how often a team asked for help on a day, and how long it waited')
  @Get('day')
  @Allow('board:read')
  day(@CurrentActor() actor: Actor, @Query({ schema: HelpDayQuery }) query: HelpDayQuery) {
    return this.queries.day(actor, query);
  }
}
