import { Injectable } from '@nestjs/common';
import type { CaseStatus } from '../../../../contract/codes.js';
import type { ComplianceDecision } from '../../../../contract/contact/contact-compliance.js';
import { CONTACT_CHANNEL_OF, type SendChannel } from '../../../../contract/contact/message-texts.js';
import type { MessageRow } from '../../../../contract/contact/messages.js';
import { businessDay } from '../../../../contract/shared/date.js';
import { isOpen } from '../../../../contract/codes.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { sql } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import {
  COMPLIANCE_ENTRIES,
  ContactComplianceService,
  type ContactAttempt,
} from '../../contact-compliance/decide/contact-compliance.service.js';
import { ATTEMPTS, checkLimits, limitsIn } from '../../../domain/messages/message.rules.js';
import {
  limitsOf,
  lockMessages,
  lockCounted,
  moveCounted,
  countedToday,
  type CountRecord,
  type LimitsRecord,
  type MessageState,
} from '../../../domain/messages/message.sql.js';
import { MessagesQueries } from './messages.queries.js';

interface FoundCase {
  status: CaseStatus;
  amountDue: number;
}

interface Target {
  caseId: number;
  contactId: number;
  senderId: number | null;
  templateId: number;
  channel: SendChannel;
  slotDay: string;
}

/** A person tries again what was given up. */
@Injectable()
export class MessageRetriesService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly compliance: ContactComplianceService,
    private readonly queries: MessagesQueries,
  ) {}

  /**
   * On the day of its slots a message keeps them; on another one it takes that day's, and the guard is asked anew. Whether
   * an earlier submission arrived is not known, so it goes on as SUBMITTING under its old key.
   *
   * @throws message.notFound, message.notDead, case.closed, message.accountLimit, message.caseLimit, guard.refused
   */
  async retry(actor: Actor, messageId: number): Promise<MessageRow> {
    const target = await this.database.row<Target>(sql`
      SELECT m.case_id AS caseId, m.contact_id AS contactId, m.sender_id AS senderId, m.template_id AS templateId,
        m.channel, m.slot_day AS slotDay
      FROM message m JOIN collection_case c ON c.id = m.case_id WHERE m.id = ${messageId} AND ${casesOf(actor)}`);
    if (!target) throw new AppError('message.notFound');
    const today = businessDay(this.clock.now());
    const refused = await this.uow.transact(actor, async (tx) =>
      target.slotDay === today
        ? this.sameDay(tx, actor, messageId, target)
        : this.anotherDay(tx, actor, messageId, target),
    );
    if (refused) throw this.compliance.refusal(refused);
    return this.queries.row(actor, messageId);
  }

  private async sameDay(tx: Tx, actor: Actor, messageId: number, target: Target): Promise<null> {
    const [cases, messages] = await tx.read<[FoundCase, MessageState]>(
      lockStatus(actor, target.caseId),
      lockMessages([messageId]),
    );
    again(tx, check(cases[0], messages[0]));
    return null;
  }

  private async anotherDay(
    tx: Tx,
    actor: Actor,
    messageId: number,
    target: Target,
  ): Promise<ComplianceDecision | null> {
    const { caseId, contactId, senderId, templateId, channel } = target;
    const counted = { senderId, caseId, day: businessDay(tx.now) };
    const receiptId = await this.ids.take();
    const act: ContactAttempt = {
      ...{ receiptId, caseId, contactId, templateId, actorId: senderId ?? actor.userId },
      channel: CONTACT_CHANNEL_OF[channel],
    };
    tx.write(lockCounted(counted));
    const answers = await tx.read<object[]>(
      ...this.compliance.entries(act, tx.now),
      lockStatus(actor, caseId),
      lockMessages([messageId]),
      limitsOf(actor.institutionId),
      countedToday(counted),
    );
    const [cases, messages, limits, used] = answers.slice(COMPLIANCE_ENTRIES) as unknown as [
      FoundCase[],
      MessageState[],
      LimitsRecord[],
      CountRecord[],
    ];
    const message = check(cases[0], messages[0]);
    checkLimits(used, limitsIn(limits));
    const decision = this.compliance.judge(tx, act, answers.slice(0, COMPLIANCE_ENTRIES));
    if (!decision.allow) return decision;
    for (const move of moveCounted(counted, 1)) tx.write(move);
    again(tx, message);
    tx.write(sql`
      UPDATE message SET slot_day = ${counted.day}, receipt_id = ${receiptId},
        allowed_until = ${decision.allowedUntil === null ? null : new Date(decision.allowedUntil)}
      WHERE id = ${messageId}`);
    return null;
  }
}

function lockStatus(actor: Actor, caseId: number) {
  return sql`SELECT c.status, c.amount_due AS amountDue FROM collection_case c WHERE c.id = ${caseId} AND ${casesOf(actor)} FOR UPDATE`;
}

function check(found: FoundCase | undefined, message: MessageState | undefined): MessageState {
  if (!found || !message) throw new AppError('message.notFound');
  if (message.status !== 'DEAD') throw new AppError('message.notDead');
  if (!isOpen(found.status)) throw new AppError('case.closed');
  if (found.amountDue === 0) throw new AppError('case.nothingDue');
  return message;
}

/** By a carrier that takes no key it was given up only when it had never been taken. */
function again(tx: Tx, { id, caseId, attempts, version, protocol }: MessageState): void {
  const status = protocol === 'TWILIO' ? 'QUEUED' : 'SUBMITTING';
  tx.write(sql`
    UPDATE message SET status = ${status}, due_at = ${new Date()}, attempts_allowed = ${attempts + ATTEMPTS},
      reason = NULL, reason_params = NULL, ended_at = NULL, version = ${version + 1}
    WHERE id = ${id}`);
  tx.emit('message.requeued', { caseId, messageId: id, version: version + 1 });
}
