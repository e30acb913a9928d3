import { Body, Controller, Get, HttpCode, Post, Query, type StreamableFile } from '@nestjs/common';
import type { z } from 'zod';
import {
  CallListQuery,
  CallRef,
  CallReport,
  MakeCall,
  RecordingQuery,
  type CallReportAnswer,
  type CallRow,
  type CurrentCalls,
  type MadeCall,
} from '../../../contract/calls.js';
import type { Page } from '../../../contract/shared/page.js';
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
  @HttpCode(200)
  @Allow('call:make')
  makeCall(@CurrentActor() actor: Actor, @Body({ schema: MakeCall }) body: MakeCall): Promise<MadeCall> {
    return this.calls.make(actor, body);
  }

  @Post('hangUp')
  @HttpCode(200)
  @Allow('call:make')
  hangUp(
    @CurrentActor() actor: Actor,
    @Body({ schema: CallRef }) { callId }: z.infer<typeof CallRef>,
  ): Promise<void> {
    return this.calls.hangUp(actor, callId);
  }

  @Post('answer')
  @HttpCode(200)
  @Allow('call:make')
  answer(
    @CurrentActor() actor: Actor,
    @Body({ schema: CallRef }) { callId }: z.infer<typeof CallRef>,
  ): Promise<void> {
    return this.calls.answer(actor, callId);
  }

  @Get('currentCalls')
  @Allow('call:make')
  currentCalls(@CurrentActor() actor: Actor): Promise<CurrentCalls> {
    return this.queries.current(actor);
  }

  @Get('callRecordList')
  @Allow('call:read')
  callRecordList(
    @CurrentActor() actor: Actor,
    @Query({ schema: CallListQuery }) query: CallListQuery,
  ): Promise<Page<CallRow>> {
    return this.queries.records(actor, query);
  }

  @Get('downLoadVoice')
  @Allow('call:read', { byAddress: 'always' })
  downLoadVoice(
    @CurrentActor() actor: Actor,
    @Query({ schema: RecordingQuery }) { callId }: z.infer<typeof RecordingQuery>,
    @RequestOrigin() { address }: Origin,
  ): Promise<StreamableFile> {
    return this.recordings.play(actor, callId, address);
  }

  /** The telephone supplier's reports. */
  @Post('callback')
  @HttpCode(200)
  @AllowSigned('telephonyHmac')
  callback(@Body({ schema: CallReport }) report: CallReport): Promise<CallReportAnswer> {
    return this.reports.receive(report);
  }
}
