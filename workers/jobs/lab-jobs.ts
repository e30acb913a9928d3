import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { PolicyLabService } from '../../server/features/contact-compliance/policy/lab/policy-lab.service.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { Push } from '../../server/platform/push/push.js';
import type { NewJob } from './new-job.js';

/** Collectors' lists come first: one at a time. */
const inTurn = pLimit(1);

export function labJob(labId: number): NewJob {
  return { name: 'policyLab.replay', data: { labId }, options: { jobId: `policy-lab-${labId}` } };
}

@Injectable()
export class LabJobs {
  constructor(
    private readonly labs: PolicyLabService,
    private readonly jobs: Jobs,
    private readonly push: Push,
  ) {}

  replay(labId: number): Promise<void> {
    return inTurn(() => this.labs.run(labId, (userId) => this.push.progress('policyLab', userId)));
  }

  /** Adds the jobs again that Redis lost. One that still exists is not doubled. */
  async sweep(): Promise<void> {
    const late = await this.labs.late();
    if (late.length > 0) await this.jobs.add(late.map(labJob));
  }
}
