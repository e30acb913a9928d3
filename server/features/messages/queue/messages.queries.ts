import { Injectable } from '@nestjs/common';
import type { MessageRow, Residue } from '../../../../contract/contact/messages.js';
import { businessDay } from '../../../../contract/shared/date.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { caseFor, casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { maskPhonesIn, Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { wire, type Stored } from '../../../platform/db/rows.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { Settings } from '../../../platform/settings/settings.js';
import { pendingCall, refuseIfBlocked } from '../../../domain/calls/who-answers.sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { ContactComplianceService } from '../../contact-compliance/decide/contact-compliance.service.js';
import { countersOf } from '../../../domain/contact-compliance/decide/limits.rules.js';
import { limitsIn } from '../../../domain/messages/message.rules.js';
import {
  mayBeSentAgain,
  limitsOf,
  countedToday,
  type CountRecord,
  type LimitsRecord,
} from '../../../domain/messages/message.sql.js';
import { TemplatesQueries } from '../compose/templates.queries.js';

type MessageRecord = Stored<
  Omit<MessageRow, 'text' | 'reasonParams' | 'mayAgain' | 'simulated'>,
  'createdAt' | 'sentAt' | 'endedAt'
> & {
  sealedText: Buffer;
  loanNo: string;
  reasonParams: string | null;
  senderId: number | null;
  mayBeSentAgain: number;
  wasSimulated: number;
};

/** The rest of the limits, and the SMS log. Numbers come masked, also those within a text. */
@Injectable()
export class MessagesQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly compliance: ContactComplianceService,
    private readonly templates: TemplatesQueries,
    private readonly vault: Vault,
    private readonly settings: Settings,
  ) {}

  /** Places that the caller's messages may name. */
  places(actor: Actor): Promise<string[]> {
    return this.settings.placesOf(actor.institutionId);
  }

  /** @throws case.notFound */
  async residue(actor: Actor, caseId: number): Promise<Residue> {
    const now = this.clock.now();
    const counted = { senderId: actor.userId, caseId, day: businessDay(now) };
    const [found, limits, used, channels, facts] = await Promise.all([
      this.database.row(caseFor(actor, caseId)),
      this.database.rows<LimitsRecord>(limitsOf(actor.institutionId)),
      this.database.rows<CountRecord>(countedToday(counted)),
      this.templates.channels(actor.userId),
      this.compliance.facts({ caseId, contactId: 0 }, now),
    ]);
    if (!found || !facts) throw new AppError('case.notFound');
    const inForce = limitsIn(limits);
    const of = (scope: CountRecord['scope']) => used.find((row) => row.scope === scope)?.used ?? 0;
    const { messagesPerDay, messagesToday } = countersOf(
      facts.inForce.policy,
      facts.where.zone,
      facts.history,
      now,
    );
    return {
      account: Math.max(0, inForce.accountPerDay - of('ACCOUNT')),
      case: Math.max(0, inForce.casePerDay - of('CASE')),
      borrower: Math.max(0, messagesPerDay - messagesToday),
      channels,
      limits: inForce,
    };
  }

  /** `sms/log/{taskId}`, newest first. @throws case.notFound */
  async log(
    actor: Actor,
    caseId: number,
    { page, size }: { page: number; size: number },
  ): Promise<Page<MessageRow>> {
    const [counts, records] = await Promise.all([
      this.database.row<{ found: number; total: number; pendingCallId: number | null }>(sql`
        SELECT COUNT(*) AS found, COUNT(m.id) AS total, MIN(${pendingCall(actor)}) AS pendingCallId
        FROM collection_case c LEFT JOIN message m ON m.case_id = c.id
        WHERE c.id = ${caseId} AND ${casesOf(actor)}`),
      this.records(sql`
        c.id = ${caseId} AND ${casesOf(actor)} ORDER BY m.created_at DESC, m.id DESC LIMIT ${(page - 1) * size}, ${size}`),
    ]);
    if (!counts?.found) throw new AppError('case.notFound');
    refuseIfBlocked(counts);
    return { result: records.map((record) => this.toRow(actor, record)), totalCount: counts.total };
  }

  /** @throws message.notFound */
  async row(actor: Actor, messageId: number): Promise<MessageRow> {
    const [record] = await this.records(sql`m.id = ${messageId} AND ${casesOf(actor)}`);
    if (!record) throw new AppError('message.notFound');
    return this.toRow(actor, record);
  }

  private records(where: Statement): Promise<MessageRecord[]> {
    return this.database.rows<MessageRecord>(sql`
      SELECT m.id, m.case_id AS taskId, m.channel, m.status, m.template_id AS templateId,
        COALESCE(t.name, '') AS templateName, m.text_enc AS sealedText,
        c.loan_no AS loanNo,
        m.contact_id AS contactId, k.name AS contactName, k.relation AS contactRelation, m.phone_mask AS phone,
        u.name AS sender, m.attempts, m.reason, m.reason_params AS reasonParams, m.created_at AS createdAt,
        m.sent_at AS sentAt, m.ended_at AS endedAt, m.again_of AS againOf, m.sender_id AS senderId,
        ${mayBeSentAgain()} AS mayBeSentAgain, m.simulated AS wasSimulated,
        m.version
      FROM message m JOIN collection_case c ON c.id = m.case_id JOIN contact k ON k.id = m.contact_id
      LEFT JOIN message_template t ON t.id = m.template_id LEFT JOIN user u ON u.id = m.sender_id
      WHERE ${where}`);
  }

  private toRow(actor: Actor, record: MessageRecord): MessageRow {
    const { sealedText, loanNo, reasonParams, senderId, mayBeSentAgain, wasSimulated, ...rest } = record;
    return {
      ...wire(rest),
      mayAgain: mayBeSentAgain === 1 && senderId === actor.userId,
      simulated: wasSimulated === 1,
      text: this.textOf(sealedText, loanNo),
      reasonParams: reasonParams === null ? {} : (JSON.parse(reasonParams) as MessageRow['reasonParams']),
    };
  }

  /** Empty for what its key no longer opens; the message says so as its reason. */
  private textOf(sealed: Buffer, loanNo: string): string {
    try {
      return maskPhonesIn(this.vault.open(sealed), loanNo);
    } catch {
      return '';
    }
  }
}
