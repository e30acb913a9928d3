import { Injectable } from '@nestjs/common';
import type { IntakeAnswer } from '../../../../contract/cases/intake.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Claim, type RequestKey, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';

interface Notice {
  institutionCode: string;
  borrowerExternalId: string;
  externalId: string;
}
export interface NoticeOf<Message> {
  message: Message;
  borrowerId: number;
  /** The borrower's open case, else the latest one: in its timeline the event stands. */
  caseId: number | null;
  /** When it happened. A clock of theirs that runs ahead would hide what comes later. */
  at: Date;
}
/** How one kind of message is taken in. */
export interface Intake<Message> {
  command: string;
  /** All that makes it this message. */
  body: (message: Message) => object;
  at: (message: Message) => string;
  /** The time of what is stored of the borrower `b`, as SQL; nothing is stored where it is NULL. */
  storedAt: (message: Message) => Statement;
  write: (tx: Tx, notice: NoticeOf<Message>) => void;
  tell: (tx: Tx, notice: NoticeOf<Message>) => void;
}
interface Found {
  id: number;
  caseId: number | null;
  storedAt: Date | null;
}

/** Takes messages about borrowers in: each once, the newest of what there is one of, in one transaction for all that come together. */
@Injectable()
export class NoticesService {
  constructor(private readonly uow: UnitOfWork) {}

  /** @throws intake.unknownBorrower, request.reused; then none of them is taken */
  take<Message extends Notice>(
    messages: readonly Message[],
    intake: Intake<Message>,
  ): Promise<IntakeAnswer[]> {
    const requests = messages.map((message): RequestKey => [
      intake.command,
      message.externalId,
      intake.body(message),
    ]);
    return this.uow.onceEach<IntakeAnswer, IntakeAnswer[]>(SYSTEM, requests, (tx, claim) =>
      this.all(tx, claim, messages, intake),
    );
  }

  private async all<Message extends Notice>(
    tx: Tx,
    claim: Claim<IntakeAnswer>,
    messages: readonly Message[],
    intake: Intake<Message>,
  ): Promise<IntakeAnswer[]> {
    const borrowers = messages.map((message) => lockBorrower(message, intake.storedAt(message)));
    const rows = await claim.read<Found[]>(...borrowers);
    const newest: NoticeOf<Message>[] = [];
    const answers = messages.map((message, index): IntakeAnswer => {
      const [found] = rows[index]!;
      if (!found) throw new AppError('intake.unknownBorrower');
      if (claim.earlier(index)) return { outcome: 'REPEATED' };
      const at = new Date(Math.min(Date.parse(intake.at(message)), tx.now.getTime()));
      const outdated = found.storedAt !== null && found.storedAt >= at;
      if (!outdated) newest.push({ message, borrowerId: found.id, caseId: found.caseId, at });
      return { outcome: outdated ? 'OUTDATED' : 'TAKEN' };
    });
    for (const notice of newest) intake.write(tx, notice);
    for (const notice of newest) intake.tell(tx, notice);
    for (const [index, answer] of answers.entries())
      if (answer.outcome !== 'REPEATED') claim.keep(answer, index);
    return answers;
  }
}

function lockBorrower({ institutionCode, borrowerExternalId }: Notice, storedAt: Statement): Statement {
  return sql`
    SELECT b.id, ${storedAt} AS storedAt,
      (SELECT c.id FROM collection_case c WHERE c.borrower_id = b.id ORDER BY c.is_open DESC, c.id DESC LIMIT 1) AS caseId
    FROM borrower b
    WHERE b.institution_id = (SELECT i.id FROM institution i WHERE i.code = ${institutionCode})
      AND b.external_id = ${borrowerExternalId} AND b.erased_at IS NULL FOR UPDATE`;
}
