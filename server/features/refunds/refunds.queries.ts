import { Injectable } from '@nestjs/common';
import type { RefundRow, RefundsQuery } from '../../../contract/money/refunds.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { casesOf } from '../../platform/auth/scope.js';
import { Database } from '../../platform/db/database.js';
import { all, sql } from '../../platform/db/sql.js';

const ORDERS = {
  openedAt: { asc: sql`r.opened_at, r.id`, desc: sql`r.opened_at DESC, r.id DESC` },
  amount: { asc: sql`r.amount, r.id`, desc: sql`r.amount DESC, r.id DESC` },
};

@Injectable()
export class RefundsQueries {
  constructor(private readonly database: Database) {}

  async refunds(actor: Actor, { page, size, sort, order, status }: RefundsQuery): Promise<Page<RefundRow>> {
    const shown = all([casesOf(actor), ...(status ? [sql`r.status = ${status}`] : [])]);
    const from = sql`FROM refund r JOIN collection_case c ON c.id = r.case_id`;
    const offset = (page - 1) * size;
    const [result, count] = await Promise.all([
      this.database.wireRows<RefundRow>(sql`
        SELECT r.id, r.version, r.status, r.case_id AS taskId, c.status AS caseStatus, li.external_id AS loanId,
          c.borrower_name AS borrowerName, r.amount, r.opened_at AS openedAt, r.reference, r.voucher, r.reason,
          u.name AS decidedBy, r.decided_at AS decidedAt
        ${from} JOIN loan_item li ON li.id = c.loan_item_id LEFT JOIN user u ON u.id = r.decided_by
        WHERE ${shown} ORDER BY ${sort ? ORDERS[sort][order] : ORDERS.openedAt.asc}
        LIMIT ${Math.min(offset, COUNT_CAP)}, ${size}`),
      this.database.row<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM (SELECT 1 ${from} WHERE ${shown} LIMIT ${COUNT_CAP + 1}) found`),
    ]);
    return { result, totalCount: count?.total ?? 0 };
  }
}
