import { Injectable } from '@nestjs/common';
import { CONTACT_CHANNEL_OF, type SendChannel } from '../../../../contract/contact/message-texts.js';
import { businessDay } from '../../../../contract/shared/date.js';
import { SYSTEM } from '../../../platform/auth/actor.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { Ids } from '../../../platform/db/ids.js';
import { all, sql, type Statement } from '../../../platform/db/sql.js';
import { UnitOfWork, type Tx } from '../../../platform/db/unit-of-work.js';
import { AppError } from '../../../platform/http/app-error.js';
import { Logger } from '../../../platform/logger/logger.js';
import {
  COMPLIANCE_ENTRIES,
  ContactComplianceService,
  type ContactAttempt,
} from '../../contact-compliance/decide/contact-compliance.service.js';
import { promisesOfTheDay } from '../../../domain/promises/promise-day.sql.js';
import { bodyOf, checkLimits, compose, limitsIn } from '../../../domain/messages/message.rules.js';
import {
  limitsOf,
  lockSendCase,
  lockCounted,
  sendContact,
  countedToday,
  templateOf,
  type CountRecord,
  type LimitsRecord,
  type SendContact,
  type SendState,
  type TemplateRecord,
} from '../../../domain/messages/message.sql.js';
import { OWN_NUMBER } from '../../../domain/messages/message.sql.js';
import { writeMessage, type NewMessage } from '../../../domain/messages/queue/message.writes.js';

/** By the borrower's clock, on the promise's day. */
const REMIND_AT_HOUR = 10;
const BATCH = 1_000;

interface DuePromise {
  id: number;
  caseId: number;
  contactId: number;
  institutionId: number;
  templateId: number;
  channel: SendChannel;
}
interface PromiseState {
  /** The rest of the promise, centavos. */
  amount: number;
  dueDate: string;
}
type ListsOf<Rows extends unknown[]> = { [Index in keyof Rows]: Rows[Index][] };
type Rows = ListsOf<[PromiseState, SendState, SendContact, TemplateRecord, LimitsRecord, CountRecord]>;

/**
 * The system's message on a promise's day, where the queue names a text for it. Each promise has its turn once: the mark
 * and the message commit together, and what guard or limits refuse is not tried again. A promise that is kept by then has none.
 */
@Injectable()
export class RemindersService {
  constructor(
    private readonly database: Database,
    private readonly uow: UnitOfWork,
    private readonly compliance: ContactComplianceService,
    private readonly ids: Ids,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @returns the messages that were taken on */
  async remind(limit = BATCH): Promise<number[]> {
    const promises = promisesOfTheDay(this.clock.now(), REMIND_AT_HOUR);
    if (!promises) return [];
    const due = await this.database.rows<DuePromise>(sql`
      SELECT p.id, c.id AS caseId, c.institution_id AS institutionId, t.id AS templateId, t.channel,
        ${OWN_NUMBER} AS contactId
      FROM ${promises} AND p.reminded_at IS NULL
      JOIN queue q ON q.id = c.queue_id JOIN message_template t ON t.id = q.reminder_template_id
      HAVING contactId IS NOT NULL ORDER BY p.id LIMIT ${String(limit)}`);
    const taken: number[] = [];
    for (const promise of due) {
      const [id, receiptId] = (await this.ids.takeMany(2)) as [number, number];
      const { caseId, contactId, templateId } = promise;
      const channel = CONTACT_CHANNEL_OF[promise.channel];
      const act = { receiptId, caseId, contactId, templateId, channel, actorId: null };
      if (await this.uow.transact(SYSTEM, (tx) => this.once(tx, promise, id, act))) taken.push(id);
    }
    return taken;
  }

  private async once(tx: Tx, due: DuePromise, id: number, act: ContactAttempt): Promise<boolean> {
    const counted = { senderId: null, caseId: due.caseId, day: businessDay(tx.now) };
    tx.write(lockCounted(counted));
    const answers = await tx.read<object[]>(
      ...this.compliance.entries(act, tx.now),
      lockPromise(due.id),
      lockSendCase(all([]), due.caseId),
      sendContact(due.caseId, due.contactId),
      templateOf(due.templateId, due.institutionId),
      limitsOf(due.institutionId),
      countedToday(counted),
    );
    const rows = answers.slice(COMPLIANCE_ENTRIES) as unknown as Rows;
    const [[promise], [state]] = rows;
    if (!promise || !state) return false;
    tx.write(sql`UPDATE promise SET reminded_at = ${tx.now} WHERE id = ${due.id}`);
    const message = this.written(due, rows);
    if (!message) return false;
    const decision = this.compliance.judge(tx, act, answers.slice(0, COMPLIANCE_ENTRIES));
    if (!decision.allow) return false;
    const { borrowerId, status } = state;
    const facts = { id, borrowerId, counted, statusBefore: status, statusAfter: status };
    writeMessage(tx, this.vault, { ...message, ...facts }, decision);
    return true;
  }

  /** @returns null when the text cannot be written, or a limit is reached: nobody waits for an answer, so the log has why. */
  private written(
    { id }: DuePromise,
    [[promise], [state], [contact], [template], limits, used]: Rows,
  ): Pick<NewMessage, 'contact' | 'template' | 'body' | 'text' | 'amount'> | null {
    const body = template && bodyOf(template, 'es');
    if (!contact || !body) return null;
    const amount = Math.min(promise!.amount, state!.amount);
    if (amount <= 0) return null;
    const facts = { ...state!, amount, penaltyDate: promise!.dueDate, agentName: state!.appName };
    try {
      const inForce = limitsIn(limits);
      const text = compose({ body, channel: template.channel }, {}, facts, inForce);
      checkLimits(used, inForce);
      return { contact, template, body, text, amount };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.logger.warn('A promise has no reminder', { promise: id, reason: error.key });
      return null;
    }
  }
}

function lockPromise(id: number): Statement {
  return sql`
    SELECT p.amount - p.paid AS amount, p.due_date AS dueDate
    FROM promise p WHERE p.id = ${id} AND p.status = 'OPEN' AND p.reminded_at IS NULL FOR UPDATE`;
}
