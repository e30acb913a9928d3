import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Job } from 'bullmq';
import type { FastifyInstance } from 'fastify';
import '../auth/admit-calls.js';
import type { Demand } from '../auth/allow.js';
import { SCOPES } from '../auth/scope.js';
import { AppError } from '../http/app-error.js';
import { DEFAULT_BODY } from '../http/body-limits.js';
import { QUEUES } from './job-table.js';
import type { Jobs } from './jobs.js';

const PATH = '/api/job/board';

/** Its own page alone: the files of its package, and no style but those. */
const BOARD_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** An error's key, as a refusal has one; any other text may quote a row. */
const KEY = /^[a-z][A-Za-z]*\.[A-Za-z]+$/;

/** A queue to look at: ids and names, and of a failure no text that may name a person. */
class ShownQueue extends BullMQAdapter {
  override async getJob(id: string) {
    const job = await super.getJob(id);
    return job && silent(job);
  }

  override async getJobs(...args: Parameters<BullMQAdapter['getJobs']>) {
    return (await super.getJobs(...args)).map(silent);
  }

  override getJobLogs() {
    return Promise.resolve([]);
  }
}

/** The queues hold the work of all institutions. */
const DEMAND = {
  kind: 'permission',
  permission: 'job:manage',
  scope: SCOPES['job:manage'],
  kiosk: false,
  topmost: true,
  byAddress: 'always',
} satisfies Demand;
const MAX_JOBS_PER_PAGE = 20;

/**
 * The library's dashboard of the queues, for whoever manages jobs in the topmost institution, admitted as every call is: by
 * session, white list and budget. It can be looked at and nothing else: every queue is read-only in it, and no request but GET
 * passes. The browser fetches it by its address, with the session's cookie.
 */
export async function serveQueueBoard(fastify: FastifyInstance, jobs: Jobs): Promise<void> {
  const serverAdapter = new FastifyAdapter();
  const options = { uiConfig: { boardTitle: 'Recoup', hideRedisDetails: true } };
  const board = createBullBoard({ queues: [], serverAdapter, options });
  serverAdapter.setBasePath(PATH);
  let shown = false;
  const show = () => {
    if (shown) return;
    shown = true;
    const names = [...new Set(Object.values(QUEUES).map(({ queue }) => queue))].sort();
    // With the first look: a queue holds a connection.
    board.setQueues(names.map((name) => new ShownQueue(jobs.queue(name), { readOnlyMode: true })));
  };
  const plugin = serverAdapter.registerPlugin();
  await fastify.register(
    (scope, _, done) => {
      scope.addHook('onRoute', (route) => {
        if (!isRead([route.method].flat())) return;
        // A page brings a dozen files along: what costs is what reads the queues.
        const demand: Demand = { ...DEMAND, countedAs: route.url.includes('/static/') ? 'read' : 'file' };
        route.config = { ...route.config, call: { demand, body: DEFAULT_BODY, raw: true } };
        // The library's handler would answer a refusal as a failure.
        route.errorHandler = (error, request, reply) => {
          if (!(error instanceof AppError)) throw error;
          fastify.errorHandler(error, request, reply);
        };
      });
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('content-security-policy', BOARD_POLICY);
        if (!isRead([request.method])) return reply.code(405).send();
        const query = request.query as { jobsPerPage?: string };
        if (!(Number(query.jobsPerPage ?? 1) <= MAX_JOBS_PER_PAGE))
          query.jobsPerPage = String(MAX_JOBS_PER_PAGE);
        show();
      });
      scope.register(plugin);
      done();
    },
    { prefix: PATH },
  );
}

function isRead(methods: readonly string[]): boolean {
  return methods.every((method) => method === 'GET' || method === 'HEAD');
}

function silent<Shown extends { failedReason?: string; stacktrace?: Job['stacktrace'] }>(job: Shown): Shown {
  if (job.failedReason && !KEY.test(job.failedReason)) job.failedReason = '…';
  job.stacktrace = [];
  return job;
}
