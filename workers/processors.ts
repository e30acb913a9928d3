import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DelayedError, ErrorCode, UnrecoverableError, Worker, type Job } from 'bullmq';
import { AHEAD } from '../server/domain/messages/message.rules.js';
import { Clock } from '../server/platform/clock/clock.js';
import { Config } from '../server/platform/config/config.js';
import { Jobs } from '../server/platform/jobs/jobs.js';
import { QUEUES, type JobName } from '../server/platform/jobs/job-table.js';
import { byShownTime } from '../server/platform/jobs/shown-time.js';
import { Metrics } from '../server/platform/metrics/metrics.js';
import { TryAgain } from '../server/platform/jobs/try-again.js';
import { Logger } from '../server/platform/logger/logger.js';
import { Redis } from '../server/platform/redis/redis.js';
import { JobHandlers } from './jobs/job-handlers.js';
import { SCHEDULE } from './recurring-jobs.js';

/** A worker that was killed loses its jobs to another after at most LOCK_MS + STALLED_MS. */
const LOCK_MS = 5_000;
const STALLED_MS = 2_500;
/** High enough that no job is lost however often workers are killed. */
const MAX_STALLED = 100;
const CONCURRENCY = 20;
/** A job that this build does not know is tried again so often, and given up after so long. */
const LEFT_MS = 5_000;
const UNKNOWN_MS = 24 * 3_600_000;
/** How often the schedule is written again: Redis may be emptied while this process runs. */
const SCHEDULE_WATCH_MS = 10_000;

/** Hands each job to its handler, and keeps the schedule. A job that this build does not know waits for a worker that does. */
@Injectable()
export class Processors implements OnApplicationShutdown {
  private readonly workers: Worker[] = [];
  private readonly written = new Set<JobName>();
  private watch?: NodeJS.Timeout;
  private watching = false;

  constructor(
    private readonly handlers: JobHandlers,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly redis: Redis,
    private readonly metrics: Metrics,
    private readonly logger: Logger,
  ) {}

  async start(): Promise<void> {
    await this.writeSchedule();
    this.watch = setInterval(() => void this.watchSchedule(), SCHEDULE_WATCH_MS);
    this.watch.unref();
    for (const queue of new Set(Object.values(QUEUES).map((entry) => entry.queue))) {
      const worker = new Worker(queue, (job, token) => this.handle(job, token), {
        connection: this.redis.connect(),
        concurrency:
          queue === QUEUES['messages.send'].queue ? this.config.smsConcurrency * AHEAD : CONCURRENCY,
        lockDuration: LOCK_MS,
        stalledInterval: STALLED_MS,
        maxStalledCount: MAX_STALLED,
        settings: { ...byShownTime(this.clock), backoffStrategy: pauseOf },
      });
      worker.on('failed', (job, error) => this.failed(job, error));
      worker.on('error', (error) => this.logger.debug(`The worker of ${queue}: ${error.message}`));
      this.workers.push(worker);
    }
  }

  private failed(job: Job | undefined, error: Error): void {
    if (error instanceof TryAgain) return this.logger.debug(`Job ${job?.id} waits: ${error.message}`);
    this.metrics.jobFailures.inc({ job: job && job.name in QUEUES ? job.name : 'unknown' });
    this.logger.warn('A job failed', { job: job?.name, id: job?.id, reason: error.message });
  }

  /** Writes what this process has not written yet, and again what Redis has lost. */
  private async writeSchedule(): Promise<void> {
    for (const { name, pattern, zone } of SCHEDULE) {
      const queue = this.jobs.queue(QUEUES[name].queue);
      const isLost = this.written.has(name) && !(await queue.getJobScheduler(name));
      if (this.written.has(name) && !isLost) continue;
      try {
        await queue.upsertJobScheduler(name, { pattern, tz: zone }, { name, data: {} });
        this.written.add(name);
      } catch (error) {
        // Another process runs this iteration of the job just now. The next round writes it.
        if ((error as { code?: unknown }).code !== ErrorCode.SchedulerJobIdCollision) throw error;
      }
      if (isLost) this.logger.warn('A recurring job was lost with Redis and is back', { job: name });
    }
  }

  /** While Redis is away one round waits for it, and no second one begins. */
  private async watchSchedule(): Promise<void> {
    if (this.watching) return;
    this.watching = true;
    try {
      await this.writeSchedule();
    } catch (error) {
      this.logger.warn('The schedule could not be looked at', { reason: String(error) });
    } finally {
      this.watching = false;
    }
  }

  private async handle(job: Job, token: string | undefined): Promise<unknown> {
    if (!(job.name in QUEUES)) return this.leave(job, token);
    const name = job.name as JobName;
    const payload = QUEUES[name].payload.parse(job.data);
    return (this.handlers.table[name] as (payload: unknown) => Promise<unknown>)(payload);
  }

  /** While two builds work, the other one may know it; after a day none does. */
  private async leave(job: Job, token: string | undefined): Promise<never> {
    const now = Date.now();
    if (now - job.timestamp > UNKNOWN_MS) throw new UnrecoverableError(`Unknown job ${job.name}`);
    await job.moveToDelayed(now + LEFT_MS, token);
    throw new DelayedError();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.watch);
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}

const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** For jobs with the backoff "custom": the delay that the job asked for, else twice as long each time. */
function pauseOf(attempts: number, _type?: string, error?: Error): number {
  if (error instanceof TryAgain) return error.delayMs;
  return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(attempts, 10));
}
