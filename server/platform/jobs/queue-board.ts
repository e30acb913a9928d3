import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Job } from 'bullmq';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TOKEN_COOKIE } from '../auth/auth.guard.js';
import type { Rights } from '../auth/rights.js';
import type { SessionStore } from '../auth/session-store.js';
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

  override async getJobs(...asked: Parameters<BullMQAdapter['getJobs']>) {
    return (await super.getJobs(...asked)).map(silent);
  }

  override getJobLogs() {
    return Promise.resolve([]);
  }
}

interface Access {
  sessions: SessionStore;
  rights: Rights;
}

/**
 * The library's dashboard of the queues, for whoever manages jobs. It can be looked at and nothing else: every queue is
 * read-only in it, and no request but GET passes. The browser fetches it by its address, with the session's cookie.
 */
export async function serveQueueBoard(fastify: FastifyInstance, jobs: Jobs, access: Access): Promise<void> {
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
      scope.addHook('onRequest', async (request, reply) => {
        reply.header('content-security-policy', BOARD_POLICY);
        if (request.method !== 'GET' && request.method !== 'HEAD') return reply.code(405).send();
        if (!(await mayLook(request, access))) return reply.code(403).send();
        show();
      });
      scope.register(plugin);
      done();
    },
    { prefix: PATH },
  );
}

async function mayLook(request: FastifyRequest, { sessions, rights }: Access): Promise<boolean> {
  const token = request.cookies[TOKEN_COOKIE];
  const record = token ? await sessions.recall(token, false) : null;
  if (!record || record.pending || record.kiosk) return false;
  const { permissions } = await rights.grantsOf(record.institutionId, record.role);
  return permissions.includes('job:manage');
}

function silent<Shown extends { failedReason?: string; stacktrace?: Job['stacktrace'] }>(job: Shown): Shown {
  if (job.failedReason && !KEY.test(job.failedReason)) job.failedReason = '…';
  job.stacktrace = [];
  return job;
}
