import { Injectable } from '@nestjs/common';
import type { ComplianceRule } from '../../../../contract/contact/contact-compliance.js';
import {
  DECIDE_HOURS,
  type RequestListQuery,
  type RequestPage,
  type RequestRow,
} from '../../../../contract/cases/requests.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../../contract/shared/date.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { maskPhone, Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { cappedTotal } from '../../../platform/db/lists/capped-counts.js';
import { anything, all, sql } from '../../../platform/db/sql.js';
import { iso } from '../../../domain/cases/case-row.rules.js';

const DECIDE_MS = DECIDE_HOURS * 3_600_000;

interface RequestRecord extends Omit<
  RequestRow,
  'note' | 'number' | 'openedAt' | 'decideBy' | 'holds' | 'holdUntil' | 'rules' | 'reason' | 'decidedAt'
> {
  rules: string | null;
  holds: string | null;
  note: Buffer | null;
  phone: Buffer | null;
  openedAt: Date;
  holdUntil: Date | null;
  reason: Buffer | null;
  decidedAt: Date | null;
}

@Injectable()
export class RequestsQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** `request/list`: those of the cases that the viewer sees. */
  async list(actor: Actor, { page, size, state, kind, taskId }: RequestListQuery): Promise<RequestPage> {
    const now = this.clock.now();
    const found = sql`
      FROM leader_request r JOIN collection_case c ON c.id = r.case_id
      WHERE r.status = ${state} AND ${casesOf(actor)} AND ${all([
        kind ? sql`r.kind = ${kind}` : anything,
        taskId ? sql`r.case_id = ${taskId}` : anything,
      ])}`;
    const order = state === 'OPEN' ? sql`ASC` : sql`DESC`;
    const [records, totalCount, overdue] = await Promise.all([
      this.database.rows<RequestRecord>(sql`
        SELECT x.*, (SELECT h.until_at FROM contact_hold h
            WHERE h.borrower_id = x.borrower_id AND h.request_id = x.id AND h.lifted_at IS NULL) AS holdUntil,
          (SELECT GROUP_CONCAT(DISTINCT h.kind ORDER BY h.kind) FROM contact_hold h
            WHERE h.borrower_id = x.borrower_id AND h.lifted_at IS NULL AND (h.until_at IS NULL OR h.until_at > ${now})
              AND NOT (h.request_id <=> x.id)) AS holds,
          u.name AS collector, COALESCE(x.note_enc, l.notes_enc) AS note, d.name AS decidedBy, k.phone_enc AS phone
        FROM (
          SELECT r.id, r.version, r.kind, r.status AS state, c.id AS taskId, c.loan_no AS loanId,
            c.borrower_id, c.borrower_name AS borrowerName, r.opened_at AS openedAt, r.reason_enc AS reason, r.decided_at AS decidedAt,
            r.requested_by, r.decided_by, r.note_enc, r.promise_amount AS amount, r.promise_date AS promiseDate,
            r.rules
          ${found} ORDER BY r.id ${order} LIMIT ${(page - 1) * size}, ${size}) x
        JOIN user u ON u.id = x.requested_by LEFT JOIN collection_log l ON l.id = x.id
        LEFT JOIN contact k ON k.id = l.contact_id AND x.kind = 'NUMBER'
        LEFT JOIN user d ON d.id = x.decided_by
        ORDER BY x.id ${order}`),
      cappedTotal(this.database, found),
      this.database.row<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM leader_request r JOIN collection_case c ON c.id = r.case_id
        WHERE r.status = 'OPEN' AND ${casesOf(actor)}
          AND (r.opened_at <= ${new Date(now.getTime() - DECIDE_MS)} OR r.promise_date < ${businessDay(now)})`),
    ]);
    const result = records.map((record) => this.toRow(record));
    return { result, totalCount, overdue: overdue!.total };
  }

  private toRow(record: RequestRecord): RequestRow {
    const { id, version, kind, state, taskId, loanId, borrowerName, collector, amount, promiseDate } = record;
    const text = (sealed: Buffer | null) => sealed && this.vault.open(sealed);
    return {
      ...{ id, version, kind, state, taskId, loanId, borrowerName, collector, amount, promiseDate },
      rules: (record.rules?.split(',') ?? []) as ComplianceRule[],
      holds: (record.holds?.split(',') ?? []) as RequestRow['holds'],
      decidedBy: record.decidedBy,
      note: text(record.note),
      number: record.phone && maskPhone(this.vault.open(record.phone)),
      openedAt: iso(record.openedAt),
      decideBy: decideBy(record).toISOString(),
      holdUntil: iso(record.holdUntil),
      reason: text(record.reason),
      decidedAt: iso(record.decidedAt),
    };
  }
}

function decideBy({ openedAt, promiseDate }: RequestRecord): Date {
  const ends = [new Date(openedAt.getTime() + DECIDE_MS)];
  if (promiseDate) ends.push(startOfBusinessDay(addDays(promiseDate, 1)));
  return new Date(Math.min(...ends.map((end) => end.getTime())));
}
