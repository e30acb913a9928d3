import { Injectable } from '@nestjs/common';
import type { Receivable } from '../../../contract/money/receivables.js';
import type { RefundRow, RefundsQuery } from '../../../contract/money/refunds.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { cappedTotal } from '../../platform/db/lists/capped-counts.js';
import { all, list, sql, type Statement } from '../../platform/db/sql.js';

const ORDERS = {
  openedAt: { asc: sql`r.opened_at, r.id`, desc: sql`r.opened_at DESC, r.id DESC` },
  amount: { asc: sql`r.amount, r.id`, desc: sql`r.amount DESC, r.id DESC` },
};

function inState(status: NonNullable<RefundsQuery['status']>): Statement {
  return status === 'RECEIVABLE'
    ? sql`EXISTS (SELECT 1 FROM receivable o WHERE o.refund_id = r.id AND o.status = 'OPEN')`
    : sql`r.status = ${status}`;
}

@Injectable()
export class RefundsQueries {
  constructor(private readonly database: Database) {}

  async refunds(actor: Actor, { page, size, sort, order, status }: RefundsQuery): Promise<Page<RefundRow>> {
    const shown = all([casesOf(actor), ...(status ? [inState(status)] : [])]);
    const from = sql`FROM refund r JOIN collection_case c ON c.id = r.case_id`;
    const offset = (page - 1) * size;
    const [rows, totalCount] = await Promise.all([
      this.database.wireRows<Omit<RefundRow, 'receivable'>>(sql`
        SELECT r.id, r.version, r.status, r.case_id AS taskId, c.status AS caseStatus, li.external_id AS loanId,
          c.borrower_name AS borrowerName, r.amount, r.taken_back AS takenBack, r.opened_at AS openedAt, r.reference, r.voucher, r.reason,
          u.name AS decidedBy, r.decided_at AS decidedAt
        ${from} JOIN loan_item li ON li.id = c.loan_item_id LEFT JOIN user u ON u.id = r.decided_by
        WHERE ${shown} ORDER BY ${sort ? ORDERS[sort][order] : ORDERS.openedAt.asc}
        LIMIT ${Math.min(offset, COUNT_CAP)}, ${size}`),
      cappedTotal(this.database, sql`${from} WHERE ${shown}`),
    ]);
    const owed = await this.receivables(
      actor,
      rows.map(({ id }) => id),
    );
    const result = rows.map((row) => ({ ...row, receivable: owed.get(row.id) ?? null }));
    return { result, totalCount };
  }

  private async receivables(
    { userId }: Actor,
    refundIds: readonly number[],
  ): Promise<Map<number, Receivable>> {
    if (refundIds.length === 0) return new Map();
    const rows = await this.database.wireRows<Receivable & { refundId: number }>(
      sql`
        SELECT v.refund_id AS refundId, v.id, v.version, v.status, v.amount,
          v.amount - v.paid - v.written_off AS \`left\`, v.opened_at AS openedAt, a.name AS askedBy,
          v.asked_at AS askedAt, COALESCE(v.asked_by = ${userId}, 0) AS mine, v.reason, d.name AS decidedBy,
          v.decided_at AS decidedAt, v.answer
        FROM receivable v LEFT JOIN user a ON a.id = v.asked_by LEFT JOIN user d ON d.id = v.decided_by
        WHERE v.refund_id IN ${list(refundIds)}`,
      'mine',
    );
    return new Map(rows.map(({ refundId, ...receivable }) => [refundId, receivable]));
  }
}
