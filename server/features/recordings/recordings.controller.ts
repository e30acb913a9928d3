import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { NewRecordingNote, RecordingQuery, VoiceQuery } from '../../../contract/supervision/recordings.js';
import { CurrentActor, type Actor, type Request } from '../../platform/auth/actor.js';
import { Allow } from '../../platform/auth/allow.js';
import { Summary } from '../../platform/http/summary.js';
import { RecordingsQueries } from './recordings.queries.js';
import { RecordingsService, type Voice } from './recordings.service.js';

@Controller('softPhone')
export class RecordingsController {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly queries: RecordingsQueries,
  ) {}

  @Summary('Read what a recorded call was about')
  @Get('recording')
  @Allow('call:read')
  recording(@CurrentActor() actor: Actor, @Query({ schema: RecordingQuery }) { callId }: RecordingQuery) {
    return this.queries.about(actor, callId);
  }

  /** Answered by hand: Nest knows neither parts of files nor what lies beyond their end. */
  @Summary('Play a call, in parts')
  @Get('downLoadVoice')
  @Allow('call:read', { byAddress: 'ranges' })
  async downLoadVoice(
    @CurrentActor() actor: Actor,
    @Query({ schema: VoiceQuery }) query: VoiceQuery,
    @Req() { headers }: Request,
    @Res() reply: FastifyReply,
  ) {
    const { range, 'if-range': ifRange } = headers;
    const voice = await this.recordings.play(actor, {
      ...query,
      range,
      ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    });
    await reply.status(statusOf(voice)).headers(headersOf(voice)).send(voice.stream);
  }

  @Summary('Add a note at a moment of a call')
  @Post('recordingNote')
  @Allow('recording:note')
  recordingNote(@CurrentActor() actor: Actor, @Body({ schema: NewRecordingNote }) note: NewRecordingNote) {
    return this.recordings.addNote(actor, note);
  }
}

function statusOf({ span, isPart }: Voice): number {
  if (!span) return 416;
  return isPart ? 206 : 200;
}

function headersOf({ callId, span, isPart, type, tag, length }: Voice): Record<string, string | number> {
  if (!span) return { 'content-range': `bytes */${length}`, 'content-length': 0 };
  const ending = { 'audio/wav': 'wav', 'audio/mpeg': 'mp3', 'audio/ogg': 'ogg' }[type];
  return {
    'content-type': type,
    'content-length': span.end - span.from,
    'content-disposition': `attachment; filename="call-${callId}.${ending}"`,
    'accept-ranges': 'bytes',
    etag: tag,
    ...(isPart && { 'content-range': `bytes ${span.from}-${span.end - 1}/${length}` }),
  };
}
