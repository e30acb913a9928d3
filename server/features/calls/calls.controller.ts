import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  CallGroupQuery,
  CallListQuery,
  CallRef,
  CallReport,
  MakeCall,
} from '../../../contract/contact/calls.js';
import { WhoAnswers } from '../../../contract/contact/who-answers.js';
import { WrongPartiesQuery } from '../../../contract/contact/wrong-parties.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSigned } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { CallReportsService } from './call-reports.service.js';
import { CallsQueries } from './calls.queries.js';
import { CallsService } from './calls.service.js';
import { WhoAnswersService } from './who-answers.service.js';
import { WrongPartiesQueries } from './wrong-parties.queries.js';

@Controller('softPhone')
export class CallsController {
  constructor(
    private readonly calls: CallsService,
    private readonly queries: CallsQueries,
    private readonly reports: CallReportsService,
    private readonly who: WhoAnswersService,
    private readonly wrongParties: WrongPartiesQueries,
  ) {}

  @Summary("Dial a contact from the caller's extension")
  @Post('makeCall')
  @Allow('call:make')
  makeCall(@CurrentActor() actor: Actor, @Body({ schema: MakeCall }) body: MakeCall) {
    return this.calls.make(actor, body);
  }

  @Summary("End the caller's running call")
  @Post('hangUp')
  @Allow('call:make')
  hangUp(@CurrentActor() actor: Actor, @Body({ schema: CallRef }) { callId }: CallRef) {
    return this.calls.hangUp(actor, callId);
  }

  @Summary("Accept a call that rings at the caller's extension")
  @Post('answer')
  @Allow('call:make')
  answer(@CurrentActor() actor: Actor, @Body({ schema: CallRef }) { callId }: CallRef) {
    return this.calls.answer(actor, callId);
  }

  @Summary("Say who answers the caller's call, which opens its case")
  @Post('whoAnswers')
  @Allow('call:make')
  async whoAnswers(@CurrentActor() actor: Actor, @Body({ schema: WhoAnswers }) body: WhoAnswers) {
    await this.who.say(actor, body);
    return this.queries.one(actor, body.callId);
  }

  @Summary("List the caller's calls that ring or run")
  @Get('currentCalls')
  @Allow('call:make')
  currentCalls(@CurrentActor() actor: Actor) {
    return this.queries.current(actor);
  }

  @Summary('List calls with their result, the newest first')
  @Get('callRecordList')
  @Allow('call:read')
  callRecordList(@CurrentActor() actor: Actor, @Query({ schema: CallListQuery }) query: CallListQuery) {
    return this.queries.records(actor, query);
  }

  @Summary('Group calls with the same number into one row with a count')
  @Get('callRecordFold')
  @Allow('monitor:read')
  callRecordGroups(@CurrentActor() actor: Actor, @Query({ schema: CallGroupQuery }) query: CallGroupQuery) {
    return this.queries.groupBy(actor, query);
  }

  @Summary('Compare how often calls reach somebody else than the borrower')
  @Get('wrongParties')
  @Allow('monitor:read')
  compareWrongParties(
    @CurrentActor() actor: Actor,
    @Query({ schema: WrongPartiesQuery }) query: WrongPartiesQuery,
  ) {
    return this.wrongParties.of(actor, query);
  }

  @Summary('Take the state of a call from the telephone provider')
  @Post('callback')
  @AllowSigned('telephonyHmac')
  callback(@Body({ schema: CallReport }) report: CallReport) {
    return this.reports.receive(report);
  }
}
