import { Injectable } from '@nestjs/common';
import type { AnyEvent } from '../contract/events/events.js';
import { Clock } from '../server/platform/clock/clock.js';
import { Database } from '../server/platform/db/database.js';
import { oldestWaitingEvent } from '../server/platform/db/oldest-event.sql.js';
import { Jobs } from '../server/platform/jobs/jobs.js';
import { QUEUES } from '../server/platform/jobs/job-table.js';
import { Metrics } from '../server/platform/metrics/metrics.js';

const NAMES = [...new Set(Object.values(QUEUES).map(({ queue }) => queue))];
const STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** Backlogs: events for the relay, jobs for a worker. Every workers process reports the same; besides, what its own relay carried. */
@Injectable()
export class BacklogMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {
    metrics.gauge('recoup_relay_lag_seconds', 'Age of the oldest event that waits for the relay.', [], () =>
      this.relayLag(),
    );
    metrics.gauge('recoup_queue_jobs', 'Jobs by queue and state.', ['queue', 'state'], () => this.depths());
    metrics.gauge(
      'recoup_queue_oldest_seconds',
      'Age of the job that has waited longest for a worker, by queue.',
      ['queue'],
      () => this.ages(),
    );
  }

  carried(events: readonly AnyEvent[]): void {
    for (const event of events) {
      this.metrics.events.inc({ name: event.name });
      if (event.name !== 'contact.judged') continue;
      const { channel, allowed, rules } = event.payload;
      this.metrics.complianceDecisions.inc({ channel, outcome: allowed ? 'allowed' : 'refused' });
      if (!allowed) for (const rule of rules) this.metrics.complianceRefusals.inc({ rule });
    }
  }

  private async relayLag() {
    const oldest = await this.database.row<{ recordedAt: Date }>(oldestWaitingEvent);
    return [
      { value: oldest ? this.secondsSince(oldest.recordedAt.getTime(), this.clock.now().getTime()) : 0 },
    ];
  }

  private async depths() {
    const counts = await Promise.all(NAMES.map((name) => this.jobs.queue(name).getJobCounts(...STATES)));
    return NAMES.flatMap((queue, at) =>
      STATES.map((state) => ({ labels: { queue, state }, value: counts[at]![state] ?? 0 })),
    );
  }

  private async ages() {
    const oldest = await Promise.all(
      NAMES.map((name) => this.jobs.queue(name).getJobs(['waiting'], 0, 0, true)),
    );
    return NAMES.map((queue, at) => {
      const job = oldest[at]![0];
      // BullMQ stamps by the machine's clock, and a delayed job from when it was added.
      const value = job ? this.secondsSince(job.timestamp + job.delay, Date.now()) : 0;
      return { labels: { queue }, value };
    });
  }

  private secondsSince(then: number, now: number): number {
    return Math.max(0, (now - then) / 1000);
  }
}
