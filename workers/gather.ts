import type { JobName, JobPayload } from '../server/platform/jobs/job-table.js';
import type { NewJob } from './new-job.js';

const MOST = 50;

/** What may be done for many at once: one job costs Redis and its worker more than what it does for one message. */
const GATHERED: { [Name in JobName]?: keyof JobPayload<Name> } = {
  'messages.send': 'messageIds',
  'messages.review': 'caseIds',
  'calls.paid': 'caseIds',
};

/**
 * Puts jobs of one kind together, 50 at most. Such a job bears the id of its first one and is idempotent for each: a relay
 * that died may put others together when it carries the same events again.
 */
export function gather(jobs: readonly NewJob[]): NewJob[] {
  const gathered: NewJob[] = [];
  const open = new Map<JobName, { job: NewJob; ids: number[] }>();
  for (const job of jobs) {
    const field = GATHERED[job.name];
    if (!field) {
      gathered.push(job);
      continue;
    }
    const ids = (job.data as Record<string, number[]>)[field]!;
    const last = open.get(job.name);
    if (last && last.ids.length < MOST) {
      last.ids.push(...ids);
      continue;
    }
    const own = [...ids];
    const next = { ...job, data: { [field]: own } } as unknown as NewJob;
    gathered.push(next);
    open.set(job.name, { job: next, ids: own });
  }
  return gathered;
}
