import { Injectable } from '@nestjs/common';
import type { LoanRecordQuery, LoanRecordRow } from '../../../../contract/money/loans.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Database } from '../../../platform/db/database.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { pendingCall, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { AppError } from '../../../platform/http/app-error.js';

/** The loans of a borrower, over all apps. A borrower none of whose cases exists for the viewer has none either. */
@Injectable()
export class LoansQueries {
  constructor(private readonly database: Database) {}

  /** `loan/loan-record`, newest first. @throws case.notFound, call.whoAnswers */
  async records(actor: Actor, query: LoanRecordQuery): Promise<Page<LoanRecordRow>> {
    const borrower = await this.database.row<{ id: number; pendingCallId: number | null }>(sql`
      SELECT c.borrower_id AS id, MAX(${pendingCall(actor)}) AS pendingCallId FROM collection_case c
      WHERE ${whose(query)} AND ${casesOf(actor)} GROUP BY c.borrower_id`);
    if (!borrower) throw new AppError('case.notFound');
    refuseWhilePending(borrower);
    const [result, count] = await Promise.all([
      this.page(actor, borrower.id, query),
      this.database.row<{ total: number }>(sql`
        SELECT COUNT(*) AS total FROM loan_item WHERE borrower_id = ${borrower.id}`),
    ]);
    return { result, totalCount: count?.total ?? 0 };
  }

  private page(actor: Actor, borrowerId: number, { page, size }: LoanRecordQuery): Promise<LoanRecordRow[]> {
    const newest = sql`(SELECT last.id FROM collection_case last WHERE last.loan_item_id = l.id
      ORDER BY last.opened_at DESC, last.id DESC LIMIT 1)`;
    return this.database.wireRows<LoanRecordRow>(sql`
      SELECT l.id, l.external_id AS loanId, l.app_name AS appName, l.product_category AS productCategory,
        l.disbursed_at AS disbursedAt, l.contract_amount AS contractAmount, l.loan_status AS loanStatus, l.reloan,
        (SELECT COUNT(*) FROM plan_row p WHERE p.loan_item_id = l.id) AS periods,
        (SELECT CAST(COALESCE(SUM(p.principal + p.interest + p.penalty + p.iva - p.paid), 0) AS SIGNED)
          FROM plan_row p WHERE p.loan_item_id = l.id) AS outstandingAmount,
        n.status AS caseStatus, n.settled_at AS settledAt,
        (SELECT c.id FROM collection_case c WHERE c.id = n.id AND ${casesOf(actor)}) AS taskId
      FROM loan_item l LEFT JOIN collection_case n ON n.id = ${newest}
      WHERE l.borrower_id = ${borrowerId}
      ORDER BY l.disbursed_at DESC, l.id DESC LIMIT ${(page - 1) * size}, ${size}`);
  }
}

function whose({ borrowerId, taskId }: LoanRecordQuery): Statement {
  return taskId === undefined ? sql`c.borrower_id = ${borrowerId}` : sql`c.id = ${taskId}`;
}
