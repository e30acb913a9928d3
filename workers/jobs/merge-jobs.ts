import { createHash } from 'node:crypto';
import type { JobName, JobPayload } from '../../server/platform/jobs/job-table.js';
import type { NewJob } from './new-job.js';

const MAX_MERGED = 50;

/** Jobs that can be done for many ids at once: a job costs Redis and its worker more than the work for one id. */
const MERGED: { [Name in JobName]?: keyof JobPayload<Name> } = {
  'messages.send': 'messageIds',
  'messages.review': 'caseIds',
  'calls.paid': 'caseIds',
  'calls.held': 'caseIds',
};

/**
 * Merges jobs of one kind, at most 50 into one. The merged job's id is a hash of all their ids: a relay that died may merge
 * differently when it carries the same events again, and under the first job's id Redis would drop the others.
 */
export function mergeJobs(jobs: readonly NewJob[]): NewJob[] {
  const merged: NewJob[][] = [];
  const open = new Map<JobName, NewJob[]>();
  for (const job of jobs) {
    const group = MERGED[job.name] && open.get(job.name);
    if (group && group.length < MAX_MERGED) {
      group.push(job);
      continue;
    }
    const begun = [job];
    merged.push(begun);
    open.set(job.name, begun);
  }
  return merged.map(joined);
}

function joined(group: readonly NewJob[]): NewJob {
  const first = group[0]!;
  if (group.length === 1) return first;
  const field = MERGED[first.name]!;
  const ids = group.flatMap(({ data }) => (data as Record<string, number[]>)[field]!);
  const all = createHash('sha256')
    .update(group.map(({ options }) => options.jobId).join())
    .digest('base64url');
  const options = { ...first.options, jobId: `${first.options.jobId}-and-${all}` };
  return { ...first, data: { [field]: ids }, options } as NewJob;
}
