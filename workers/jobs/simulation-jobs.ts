import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { PolicySimulationService } from '../../server/features/contact-compliance/policy/lab/policy-simulation.service.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { Push } from '../../server/platform/push/push.js';
import type { NewJob } from './new-job.js';

/** Collectors' lists come first: one at a time. */
const inTurn = pLimit(1);

export function simulationJob(simulationId: number): NewJob {
  return {
    name: 'policyLab.replay',
    data: { labId: simulationId },
    options: { jobId: `policy-lab-${simulationId}` },
  };
}

@Injectable()
export class SimulationJobs {
  constructor(
    private readonly simulations: PolicySimulationService,
    private readonly jobs: Jobs,
    private readonly push: Push,
  ) {}

  replay(simulationId: number): Promise<void> {
    return inTurn(() =>
      this.simulations.run(simulationId, (userId) => this.push.progress('policyLab', userId)),
    );
  }

  /** Adds the jobs again that Redis lost. One that still exists is not doubled. */
  async reconcile(): Promise<void> {
    const late = await this.simulations.late();
    if (late.length > 0) await this.jobs.add(late.map(simulationJob));
  }
}
