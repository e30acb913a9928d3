import { Injectable } from '@nestjs/common';
import { ReceiptsService } from '../../server/features/messages/delivery/receipts.service.js';
import { SendingService } from '../../server/features/messages/submit/sending.service.js';
import { WaitingMessagesService } from '../../server/features/stops/waiting-messages.service.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { TryAgain } from '../../server/platform/jobs/try-again.js';
import { messageJob } from './message-job.js';

/** With a sweep every five seconds, what Redis lost is back within ten. */
const LATE_MS = 4_000;
const RECONCILE_SIZE = 2_000;
/** Milliseconds until a message is tried again that failed for a reason of ours. */
const PAUSE_MS = 500;

@Injectable()
export class MessageJobs {
  constructor(
    private readonly sending: SendingService,
    private readonly receipts: ReceiptsService,
    private readonly waiting: WaitingMessagesService,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  /** Sends many messages in one job; those that need a retry become jobs of their own. */
  async send(messageIds: readonly number[]): Promise<void> {
    if (messageIds.length === 1) return this.sending.send(messageIds[0]!);
    const ends = await Promise.allSettled(messageIds.map((id) => this.sending.send(id)));
    const mark = `t${Date.now()}`;
    const again = ends.flatMap((end, index) =>
      end.status === 'rejected' ? messageJob(messageIds[index]!, mark, pauseOf(end.reason)) : [],
    );
    if (again.length > 0) await this.jobs.add(again);
  }

  /** A stop has ended: what waited for it goes on. */
  async resume(stopId: number): Promise<void> {
    for (let after = 0; ;) {
      const part = await this.waiting.release(stopId, after);
      if (part.length === 0) return;
      await this.jobs.add(part.map(({ id, version, delay }) => messageJob(id, `v${version}`, delay)));
      after += part.length;
    }
  }

  /** Adds the jobs again that Redis lost. A job that still exists is not doubled, because its id holds the message's version. */
  async reconcile(): Promise<void> {
    const overdue = await this.sending.overdue(LATE_MS, RECONCILE_SIZE);
    if (overdue.length > 0) {
      await this.jobs.add(overdue.map(({ id, version }) => messageJob(id, `v${version}`)));
      this.logger.info({ count: overdue.length }, 'Messages that nobody had sent were queued again');
    }
    for (const stopId of await this.waiting.left()) await this.resume(stopId);
    await this.receipts.reconcile();
  }
}

function pauseOf(reason: unknown): number {
  return reason instanceof TryAgain ? reason.delayMs : PAUSE_MS;
}
