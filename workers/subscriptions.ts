import type { JobsOptions } from 'bullmq';
import type { AnyEvent, DomainEvent, EventName } from '../contract/events.js';
import type { JobName, JobPayload } from '../server/platform/jobs/job-table.js';
import { promiseDeadline } from '../server/features/promises/promise.rules.js';

interface NewJob<Name extends JobName = JobName> {
  name: Name;
  data: JobPayload<Name>;
  options: JobsOptions & { jobId: string };
}
type Reaction<Name extends EventName> = (event: DomainEvent<Name>) => NewJob;

/**
 * When this happens, do that: every job that an event causes, on one page. What events change on screens is in
 * live-models.ts. A job's id is made of what it is about, so that an event carried twice adds it once.
 */
const SUBSCRIPTIONS: { [Name in EventName]?: Reaction<Name>[] } = {
  'promise.created': [settlePromiseAtItsDeadline],
  'promise.rescheduled': [settlePromiseAtItsDeadline],
};

function settlePromiseAtItsDeadline(event: DomainEvent<'promise.created' | 'promise.rescheduled'>): NewJob {
  const { promiseId, dueDate } = event.payload;
  return {
    name: 'promises.settle',
    data: { promiseId },
    options: {
      jobId: `promise-${promiseId}`,
      delay: Math.max(0, promiseDeadline(dueDate).getTime() - event.recordedAt.getTime()),
    },
  };
}

export function jobsFor(event: AnyEvent): NewJob[] {
  const reactions = (SUBSCRIPTIONS[event.name] ?? []) as Reaction<EventName>[];
  return reactions.map((react) => react(event));
}
