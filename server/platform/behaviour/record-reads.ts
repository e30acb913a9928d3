import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { RESULT_CODES } from '../../../contract/errors.js';
import type { Request } from '../auth/actor.js';
import type { CaseReads, ReadType } from './case-reads.js';

interface Config {
  readsCase?: ReadType;
}

/** Answering this endpoint is recorded: it shows of the case that `:id` names what the type says. */
export const ReadsCase = (readsCase: ReadType) => RouteConfig({ readsCase } satisfies Config);

/** Records the answer of an endpoint with `@ReadsCase` once it was sent, or its caller has gone. */
export function recordReads(fastify: FastifyInstance, reads: CaseReads): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { actor, code } = (request as Request).state ?? {};
    if (!actor) return done(null, payload);
    const { readsCase: type } = request.routeOptions.config as Config;
    const caseId = Number((request.params as { id?: string }).id);
    if (type && code === RESULT_CODES.ok) reply.raw.once('close', () => reads.note(actor, { type, caseId }));
    const before = reads.unwritten(actor.sessionId);
    if (!before) return done(null, payload);
    void before.then(() => done(null, payload));
  });
  // All requests have been answered by then.
  fastify.addHook('onClose', () => reads.settled());
}
