import { NotFoundException } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { declaredBody } from '../http/body-limits.js';
import { parseBodies } from '../http/json-body.js';
import type { Request } from './actor.js';
import type { Admission, CallPolicy } from './admission.js';
import type { Endpoint } from './endpoints.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: a page or a file of the client. */
    call?: CallPolicy;
  }
}

/**
 * Has each request decided over before its body is read, whichever plugin's route it is for. Call before the first route is
 * made.
 *
 * @param base the prefix of the endpoints; those in `bare` have none
 */
export function admitCalls(
  fastify: FastifyInstance,
  admission: Admission,
  endpoints: readonly Endpoint[],
  { base, bare }: { base: string; bare: readonly string[] },
): void {
  const policies = new Map<string, CallPolicy>(
    endpoints.flatMap(({ method, paths, demand, body, raw }) =>
      demand
        ? paths.map(
            (path) =>
              [`${method} ${bare.includes(path) ? '' : base}/${path}`, { demand, body, raw }] as const,
          )
        : [],
    ),
  );
  fastify.addHook('onRoute', (route) => {
    // Fastify makes a HEAD route of each GET.
    const [method] = [route.method].flat();
    const policy = policies.get(`${method === 'HEAD' ? 'GET' : method} ${route.url.replace(/(.)\/$/, '$1')}`);
    if (!policy) return;
    route.config = { ...route.config, call: policy };
    route.bodyLimit = Math.max(policy.body.json, policy.body.fields);
  });
  parseBodies(fastify, (request, body) => {
    const { call } = request.routeOptions.config;
    if (call) admission.verify(call, request as Request, body);
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (!call) {
      admission.checkHost(request);
      return refuseBody(request as Request);
    }
    (request as Request).state.raw = call.raw;
    const release = await admission.admit(call, request as Request);
    if (release) reply.raw.once('close', release);
  });
}

/** Pages, files and what is not there take none. */
function refuseBody({ headers }: Request): void {
  if (declaredBody(headers)) throw new NotFoundException();
}
