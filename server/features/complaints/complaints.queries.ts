import { Injectable } from '@nestjs/common';
import {
  COMPLAINT_STATES,
  NO_CAUSE,
  type ComplaintAttachment,
  type ComplaintCounts,
  type ComplaintDetail,
  type ComplaintHandler,
  type ComplaintRow,
  type ComplaintsQuery,
  type ComplaintState,
  type ComplaintStep,
} from '../../../contract/supervision/complaints.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { StoppedAct } from '../../../contract/contact/stops.js';
import type { Actor } from '../../platform/auth/actor.js';
import { complaintsOf, peopleOf } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { normalisePhone, Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { cappedCount, cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { anything, all, list, sql, type Statement } from '../../platform/db/sql.js';
import { AppError } from '../../platform/http/app-error.js';
import { Settings } from '../../platform/settings/settings.js';
import { handedOver } from '../../domain/contact-compliance/holds/handed-over.sql.js';
import { actsFor } from '../../domain/complaints/complaint.rules.js';

const MAX_HANDLERS = 500;
const ORDERS = {
  dueAt: { asc: sql`k.due_at, k.id`, desc: sql`k.due_at DESC, k.id DESC` },
  createdAt: { asc: sql`k.created_at, k.id`, desc: sql`k.created_at DESC, k.id DESC` },
  updatedAt: { asc: sql`k.updated_at, k.id`, desc: sql`k.updated_at DESC, k.id DESC` },
};

const COLUMNS = sql`
  k.id, k.version, k.status, k.type, k.cause_id AS causeId, s.name AS cause, k.level, k.phone_mask AS phone, k.case_id AS taskId, c.loan_no AS loanId,
  c.borrower_name AS borrowerName, k.created_at AS createdAt, k.updated_at AS updatedAt, k.due_at AS dueAt,
  k.completed_at AS completedAt, k.collector_id AS collectorId, w.name AS collector, k.handler_id AS handlerId,
  h.name AS handler, k.method, k.penalty_amount AS penaltyAmount, k.penalty_reason AS penaltyReason,
  f.name AS finedPerson, k.fined_at AS finedAt, l.bank_name AS bankName, l.card_mask AS cardMask,
  k.user_quota AS userQuota, c.status AS customerStatus, k.transferred_at AS transferredAt`;
const JOINED = sql`
  LEFT JOIN collection_case c ON c.id = k.case_id LEFT JOIN loan_item l ON l.id = c.loan_item_id
  LEFT JOIN user w ON w.id = k.collector_id LEFT JOIN user h ON h.id = k.handler_id
  LEFT JOIN user f ON f.id = k.fined_id LEFT JOIN complaint_cause s ON s.id = k.cause_id`;

interface DetailRecord extends Omit<
  ComplaintDetail,
  'content' | 'remarks' | 'legalDueOn' | 'legalSource' | 'acts' | 'steps' | 'attachments' | 'handedOver'
> {
  contentEnc: Buffer;
  remarksEnc: Buffer | null;
}

@Injectable()
export class ComplaintsQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  async list(actor: Actor, query: ComplaintsQuery): Promise<Page<ComplaintRow>> {
    const { page, size, sort = 'dueAt', order } = query;
    const where = this.found(actor, query);
    const offset = Math.min((page - 1) * size, COUNT_CAP);
    const by = ORDERS[sort][query.sort ? order : 'asc'];
    const [result, totalCount] = await Promise.all([
      this.database.wireRows<ComplaintRow>(sql`
        SELECT ${COLUMNS} FROM (SELECT k.id FROM complaint k WHERE ${where} ORDER BY ${by} LIMIT ${offset}, ${size}) p
        JOIN complaint k ON k.id = p.id ${JOINED} ORDER BY ${by}`),
      cappedTotal(this.database, sql`FROM complaint k WHERE ${where}`),
    ]);
    return { result, totalCount };
  }

  /** Each exact up to COUNT_CAP. */
  async counts(actor: Actor): Promise<ComplaintCounts> {
    const now = this.clock.now();
    const count = (more: Statement) =>
      sql`(${cappedCount(sql`FROM complaint k WHERE ${complaintsOf(actor)} AND ${more}`)})`;
    const of = (status: ComplaintState) => count(sql`k.status = ${status}`);
    const [pending, processing, closure, completed] = COMPLAINT_STATES.map(of);
    const found = await this.database.row<ComplaintCounts>(sql`
      SELECT ${pending} AS PENDING, ${processing} AS PROCESSING, ${closure} AS PENDING_CLOSURE, ${completed} AS COMPLETED,
        ${count(anything)} AS \`ALL\`, ${count(sql`k.status <> 'COMPLETED' AND k.due_at < ${now}`)} AS OVERDUE`);
    return found!;
  }

  /** @throws complaint.notFound */
  async detail(actor: Actor, id: number): Promise<ComplaintDetail> {
    const [[found], steps, attachments, acts] = await Promise.all([
      this.database.wireRows<DetailRecord>(
        sql`
          SELECT ${COLUMNS}, k.institution_id AS institutionId, k.content_enc AS contentEnc, k.remarks_enc AS remarksEnc,
            k.keeps_hold AS keepsHold
          FROM complaint k ${JOINED} WHERE k.id = ${id} AND ${complaintsOf(actor)}`,
        'keepsHold',
      ),
      this.database.wireRows<ComplaintStep & { noteEnc: Buffer | null }>(sql`
        SELECT s.act, s.at, u.name AS \`by\`, s.status_after AS statusAfter, h.name AS handler, s.note_enc AS noteEnc
        FROM complaint_step s LEFT JOIN user u ON u.id = s.by_id LEFT JOIN user h ON h.id = s.handler_id WHERE s.complaint_id = ${id} ORDER BY s.id`),
      this.database.wireRows<ComplaintAttachment>(sql`
        SELECT a.id, a.name, a.content_type AS contentType, a.size, u.name AS addedBy, a.added_at AS addedAt
        FROM complaint_attachment a JOIN user u ON u.id = a.added_by WHERE a.complaint_id = ${id} ORDER BY a.id`),
      this.database.wireRows<StoppedAct>(
        handedOver(
          sql`SELECT k.kind, k.act_id FROM complaint_act k WHERE k.complaint_id = ${id}`,
          // A number is held wherever it is known; what other institutions did with it is theirs.
          sql`COALESCE(c.institution_id, (SELECT t.institution_id FROM collection_case t WHERE t.id = m.case_id))
            IN ${list(actor.institutionIds)}`,
        ),
      ),
    ]);
    if (!found) throw new AppError('complaint.notFound');
    const { contentEnc, remarksEnc, ...complaint } = found;
    const { legalDays, legalSource } = (await this.settings.of(found.institutionId)).configured
      .regulatorTerms;
    const time = (text: string | null) => (text === null ? null : new Date(text));
    const { finedAt, transferredAt, completedAt } = complaint;
    const facts = {
      ...complaint,
      ...{ finedAt: time(finedAt), transferredAt: time(transferredAt), completedAt: time(completedAt) },
    };
    return {
      ...complaint,
      content: this.vault.open(contentEnc),
      legalDueOn: legalDays === null ? null : addDays(businessDay(new Date(found.createdAt)), legalDays),
      legalSource: legalDays === null ? null : legalSource,
      remarks: remarksEnc && this.vault.open(remarksEnc),
      acts: actsFor(actor, facts, this.clock.now()),
      steps: steps.map(({ noteEnc, ...step }) => ({ ...step, note: noteEnc && this.vault.open(noteEnc) })),
      attachments,
      handedOver: acts,
    };
  }

  /** People who lead or supervise where the viewer does, by team; in each those with the fewest first. */
  handlers(actor: Actor): Promise<ComplaintHandler[]> {
    return this.database.rows<ComplaintHandler>(sql`
      SELECT u.id, u.name, u.role, g.name AS groupName,
        (SELECT COUNT(*) FROM complaint k WHERE k.handler_id = u.id AND k.status <> 'COMPLETED') AS \`open\`
      FROM user u LEFT JOIN admin_group g ON g.id = u.group_id
      WHERE u.enabled = 1 AND u.role <> 'member' AND ${peopleOf(actor)}
      ORDER BY g.name IS NULL, g.name, \`open\`, u.name LIMIT ${String(MAX_HANDLERS)}`);
  }

  private found(actor: Actor, query: ComplaintsQuery): Statement {
    const { status, type, causeId, level, overdue, phone, loanId, handlerId } = query;
    const number = phone === undefined ? null : normalisePhone(phone);
    return all([
      complaintsOf(actor),
      ...(status === 'ALL' ? [] : [sql`k.status = ${status}`]),
      ...(type ? [sql`k.type = ${type}`] : []),
      ...(causeId ? [sql`k.cause_id <=> ${causeId === NO_CAUSE ? null : causeId}`] : []),
      ...(level ? [sql`k.level = ${level}`] : []),
      ...(overdue ? [sql`k.status <> 'COMPLETED' AND k.due_at < ${this.clock.now()}`] : []),
      ...(phone === undefined
        ? []
        : [sql`k.phone_hash IN ${list(number ? this.vault.indexes(number) : [])}`]),
      ...(loanId ? [sql`k.case_id IN (SELECT c.id FROM collection_case c WHERE c.loan_no = ${loanId})`] : []),
      ...(handlerId ? [sql`k.handler_id = ${handlerId}`] : []),
    ]);
  }
}
