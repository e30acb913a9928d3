import type { ServerResponse } from 'node:http';
import { HttpStatus, StreamableFile } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { RESULT_CODES } from '../../../contract/errors.js';
import type { Request } from '../auth/actor.js';
import { messageOf } from './messages.js';

/**
 * Wraps what a controller returns in code, message and data, unless it is a file or the endpoint is `@Raw()`. Refusals do
 * not come by here: the filter sends them. Not an interceptor, for even one costs each request a chain of observables.
 */
export class EnvelopeAdapter extends FastifyAdapter {
  override reply(
    response: FastifyReply | ServerResponse,
    body: unknown,
    statusCode?: number,
  ): ReturnType<FastifyAdapter['reply']> {
    const answer = response as FastifyReply;
    const { state } = answer.request as Request;
    // Nest answers a POST with 201; the specification's clients expect 200 for every business answer.
    if (answer.statusCode === (HttpStatus.CREATED as number)) answer.status(HttpStatus.OK);
    if (state.raw || body instanceof StreamableFile) return super.reply(response, body, statusCode);
    state.code = RESULT_CODES.ok;
    const message = messageOf('ok', state.language);
    return super.reply(response, { code: RESULT_CODES.ok, message, data: body ?? null }, statusCode);
  }
}
