import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { rooms } from '../../contract/realtime.js';
import { PolicyLabService } from '../../server/features/contact-compliance/policy/lab/policy-lab.service.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { Publisher } from '../../server/platform/realtime/publisher.js';
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
    private readonly publisher: Publisher,
  ) {}

  replay(labId: number): Promise<void> {
    const tell = (userId: number) =>
      this.publisher.hint(rooms.user(userId), 'tags.changed', {
        tags: [{ type: 'PolicyLab' }, { type: 'Job' }],
      });
    return inTurn(() => this.labs.run(labId, tell));
  }

  /** Adds the jobs again that Redis lost. One that still exists is not doubled. */
  async sweep(): Promise<void> {
    const late = await this.labs.late();
    if (late.length > 0) await this.jobs.add(late.map(labJob));
  }
}
