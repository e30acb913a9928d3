import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CallListQuery, CallRef, CallReport, MakeCall, RecordingQuery } from '../../../contract/calls.js';
import { CurrentActor, type Actor } from '../../platform/auth/actor.js';
import { Allow, AllowSigned } from '../../platform/auth/allow.js';
import { RequestOrigin, type Origin } from '../../platform/auth/origin.js';
import { CallRecordingsService } from './call-recordings.service.js';
import { CallReportsService } from './call-reports.service.js';
import { CallsQueries } from './calls.queries.js';
import { CallsService } from './calls.service.js';

@Controller('softPhone')
export class CallsController {
  constructor(
    private readonly calls: CallsService,
    private readonly queries: CallsQueries,
    private readonly reports: CallReportsService,
    private readonly recordings: CallRecordingsService,
  ) {}

  @Post('makeCall')
  @Allow('call:make')
  makeCall(@CurrentActor() actor: Actor, @Body({ schema: MakeCall }) body: MakeCall) {
    return this.calls.make(actor, body);
  }

  @Post('hangUp')
  @Allow('call:make')
  hangUp(@CurrentActor() actor: Actor, @Body({ schema: CallRef }) { callId }: CallRef) {
    return this.calls.hangUp(actor, callId);
  }

  @Post('answer')
  @Allow('call:make')
  answer(@CurrentActor() actor: Actor, @Body({ schema: CallRef }) { callId }: CallRef) {
    return this.calls.answer(actor, callId);
  }

  @Get('currentCalls')
  @Allow('call:make')
  currentCalls(@CurrentActor() actor: Actor) {
    return this.queries.current(actor);
  }

  @Get('callRecordList')
  @Allow('call:read')
  callRecordList(@CurrentActor() actor: Actor, @Query({ schema: CallListQuery }) query: CallListQuery) {
    return this.queries.records(actor, query);
  }

  @Get('downLoadVoice')
  @Allow('call:read', { byAddress: 'always' })
  downLoadVoice(
    @CurrentActor() actor: Actor,
    @Query({ schema: RecordingQuery }) { callId }: RecordingQuery,
    @RequestOrigin() { address }: Origin,
  ) {
    return this.recordings.play(actor, callId, address);
  }

  @Post('callback')
  @AllowSigned('telephonyHmac')
  callback(@Body({ schema: CallReport }) report: CallReport) {
    return this.reports.receive(report);
  }
}
