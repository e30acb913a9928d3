import { Injectable } from '@nestjs/common';
import { ClaimsService } from '../../server/features/messages/claims.service.js';
import { ReceiptsService } from '../../server/features/messages/receipts.service.js';
import { SendingService } from '../../server/features/messages/sending.service.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { Logger } from '../../server/platform/logger/logger.js';
import { messageJob } from '../message-job.js';

/** With a sweep every five seconds, what Redis lost is back within ten. */
const LATE_MS = 4_000;
const SWEEP = 2_000;

@Injectable()
export class MessagesProcessor {
  constructor(
    private readonly sending: SendingService,
    private readonly claims: ClaimsService,
    private readonly receipts: ReceiptsService,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  send(messageId: number): Promise<void> {
    return this.sending.send(messageId);
  }

  review(caseId: number): Promise<number> {
    return this.claims.review(caseId);
  }

  /** Adds again the jobs that Redis lost: one that is still there is not doubled, for its id is the message's version. */
  async sweep(): Promise<void> {
    const overdue = await this.sending.overdue(LATE_MS, SWEEP);
    if (overdue.length > 0) {
      await this.jobs.add(overdue.map(({ id, version }) => messageJob(id, version)));
      this.logger.info({ count: overdue.length }, 'Messages that nobody had sent were queued again');
    }
    await this.receipts.sweep();
  }
}
