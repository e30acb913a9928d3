import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiModule } from './api.module.js';
import { CaseReads } from './platform/behaviour/case-reads.js';
import { recordReads } from './platform/behaviour/record-reads.js';
import type { Request } from './platform/auth/actor.js';
import { Admission } from './platform/auth/admission.js';
import { admitCalls } from './platform/auth/admit-calls.js';
import { checkDemands, endpointsOf } from './platform/auth/endpoints.js';
import { Config } from './platform/config/config.js';
import { DEFAULT_BODY } from './platform/http/body-limits.js';
import { EnvelopeAdapter } from './platform/http/envelope.adapter.js';
import { answerBadAddress } from './platform/http/bad-address.js';
import {
  addBodyDeadline,
  endSilentConnections,
  HEADERS_MS,
  LATE_CHECK_MS,
  UPLOAD_MS,
} from './platform/http/deadlines.js';
import { addSecurityHeaders } from './platform/http/security-headers.js';
import { serveClient } from './platform/http/static-client.js';
import { languageOf } from './platform/http/messages.js';
import { Jobs } from './platform/jobs/jobs.js';
import { serveQueueBoard } from './platform/jobs/queue-board.js';
import { Metrics } from './platform/metrics/metrics.js';
import { Logger } from './platform/logger/logger.js';
import { Providers } from './platform/providers/providers.js';
import { SocketAdapter } from './platform/realtime/socket-adapter.js';

/** How long a shutdown waits for requests. A connection that never sent one is not idle to Node, and has no other end. */
const LAST_CALL_MS = 5_000;
/** Monitoring's paths, without the base path. */
const BARE_PATHS = ['healthz', 'readyz', 'metrics'];
const UPLOAD_LIMITS = {
  files: 1,
  fields: 5,
  parts: 6,
  fieldSize: 48 * 1024,
  headerPairs: 50,
};

/** The server, ready to listen. Tests build it the same way. */
export async function createApp(): Promise<NestFastifyApplication> {
  const adapter = new EnvelopeAdapter({
    bodyLimit: DEFAULT_BODY.json,
    // One hop: with "true" the address would be whatever the caller wrote first into X-Forwarded-For.
    trustProxy: new Config().trustProxy && ((_: string, hop: number) => hop === 0),
    frameworkErrors: answerBadAddress,
    genReqId: () => randomUUID(),
    rewriteUrl: (request: { url?: string }) => oneBase(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 100 },
    forceCloseConnections: 'idle',
    // A request over an open connection is still answered, and ends it: the database and Redis are closed only afterwards.
    return503OnClosing: false,
    // Fastify sets no limit: a client that sends a byte a minute would keep a connection for ever.
    requestTimeout: UPLOAD_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LATE_CHECK_MS },
  });
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule, adapter, {
    bodyParser: false,
    bufferLogs: true,
  });
  app.useLogger(app.get(Logger));
  app.useWebSocketAdapter(new SocketAdapter(app));
  const endpoints = endpointsOf(app);
  checkDemands(endpoints);
  app.setGlobalPrefix('api', { exclude: [...BARE_PATHS] });
  app.enableShutdownHooks();
  await app.register(fastifyCookie);
  // Not in a module's onModuleInit: that would boot Fastify before Nest has set its error handler.
  await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    (request as Request).state = { language: languageOf(request.headers['accept-language']), raw: false };
    reply.header('x-request-id', request.id);
    done();
  });
  countAnswers(fastify, app.get(Metrics));
  fastify.addHook('preClose', (done) => {
    setTimeout(() => fastify.server.closeAllConnections(), LAST_CALL_MS).unref();
    done();
  });
  recordReads(fastify, app.get(CaseReads));
  addBodyDeadline(fastify);
  endSilentConnections(fastify.server);
  addSecurityHeaders(fastify);
  admitCalls(fastify, app.get(Admission), endpoints, { base: '/api', bare: BARE_PATHS });
  // Before the client's files: both give answers a way to send one, and the inner one has to be first.
  await serveQueueBoard(fastify, app.get(Jobs));
  const { addressService } = app.get(Config);
  const providers = app.get(Providers);
  await serveClient(fastify, () => ({ frames: new URL(providers.livenessPage()).origin, addressService }));
  return app;
}

/** By the route as it was declared: an address may hold anything. What fits no route, and the pages, are one. */
function countAnswers(fastify: FastifyInstance, { httpAnswers, httpSeconds }: Metrics): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url?.startsWith('/api/') ? request.routeOptions.url : 'other';
    const { method } = request;
    const code = (request as Request).state?.code ?? 'none';
    httpSeconds.observe({ method, route }, reply.elapsedTime / 1000);
    httpAnswers.inc({ method, route, status: String(reply.statusCode), code });
    done();
  });
}

/** Both clients' base paths, /prod/ and /api/, reach the same handlers; /docs is where one looks for OpenAPI. */
function oneBase(url: string): string {
  if (url === '/docs') return '/api/docs';
  return url.startsWith('/prod/') ? `/api/${url.slice('/prod/'.length)}` : url;
}
