import { createHash } from 'node:crypto';
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
 * Puts jobs of one kind together, 50 at most. The id of such a job is made of all that are in it: a relay that died puts
 * others together when it carries the same events again, and Redis would take a job of the first one's id for all of them.
 */
export function gather(jobs: readonly NewJob[]): NewJob[] {
  const gathered: NewJob[][] = [];
  const open = new Map<JobName, NewJob[]>();
  for (const job of jobs) {
    const group = GATHERED[job.name] && open.get(job.name);
    if (group && group.length < MOST) {
      group.push(job);
      continue;
    }
    const begun = [job];
    gathered.push(begun);
    open.set(job.name, begun);
  }
  return gathered.map(joined);
}

function joined(group: readonly NewJob[]): NewJob {
  const first = group[0]!;
  if (group.length === 1) return first;
  const field = GATHERED[first.name]!;
  const ids = group.flatMap(({ data }) => (data as Record<string, number[]>)[field]!);
  const all = createHash('sha256')
    .update(group.map(({ options }) => options.jobId).join())
    .digest('base64url');
  const options = { ...first.options, jobId: `${first.options.jobId}-and-${all}` };
  return { ...first, data: { [field]: ids }, options } as NewJob;
}
