import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Queue, type JobsOptions } from 'bullmq';
import { Clock } from '../clock/clock.js';
import { Logger } from '../logger/logger.js';
import { Redis } from '../redis/redis.js';
import { QUEUES, type JobName, type JobPayload } from './job-table.js';
import { byShownTime } from './shown-time.js';

export type { JobsOptions };

/**
 * The one door to BullMQ for producers. Nothing but the relay, the schedule and the watchdogs enqueue: a command emits an
 * event instead. A job's id makes it one job however often it is added, as long as the old one is still there.
 */
@Injectable()
export class Jobs implements OnApplicationShutdown {
  private readonly queues = new Map<string, Queue>();

  constructor(
    private readonly redis: Redis,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async add<Name extends JobName>(
    jobs: { name: Name; data: JobPayload<Name>; options: JobsOptions }[],
  ): Promise<void> {
    for (const queue of new Set(jobs.map((job) => QUEUES[job.name].queue))) {
      const group = jobs.filter((job) => QUEUES[job.name].queue === queue);
      await this.queue(queue).addBulk(
        group.map((job) => ({ name: job.name, data: job.data, opts: job.options })),
      );
    }
  }

  queue(name: string): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      queue = new Queue(name, {
        connection: this.redis.connect(),
        settings: byShownTime(this.clock),
        defaultJobOptions: {
          attempts: 8,
          backoff: { type: 'exponential', delay: 500, jitter: 0.3 },
          removeOnComplete: { age: 600, count: 10_000 },
          removeOnFail: { age: 14 * 86_400 },
        },
      });
      // BullMQ prints each error of a connection that nobody listens to; the door to Redis tells of them once.
      queue.on('error', (error) => this.logger.debug(`The queue ${name}: ${error.message}`));
      this.queues.set(name, queue);
    }
    return queue;
  }

  async onApplicationShutdown() {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }
}
