import type { FastifyReply, FastifyRequest } from 'fastify';
import { RESULT_CODES } from '../../../contract/errors.js';
import { languageOf, messageOf } from './messages.js';

/** Fastify refuses an address that it can not decode before any hook or filter runs: the same answer as nothing there. */
export function answerBadAddress(_: Error, request: FastifyRequest, reply: FastifyReply): void {
  const message = messageOf('request.notFound', languageOf(request.headers['accept-language']));
  void reply.status(404).send({ code: RESULT_CODES.notFound, message, data: null, requestId: request.id });
}
