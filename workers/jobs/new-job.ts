import type { JobName, JobPayload } from '../../server/platform/jobs/job-table.js';
import type { JobsOptions } from '../../server/platform/jobs/jobs.js';

/** A job as it is added: its id makes it one, however often it is added. */
export interface NewJob<Name extends JobName = JobName> {
  name: Name;
  data: JobPayload<Name>;
  options: JobsOptions & { jobId: string };
}
