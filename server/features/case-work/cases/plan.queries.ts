import { Injectable } from '@nestjs/common';
import type { PlanRow } from '../../../../contract/cases/cases.js';
import type { CollectionLogRow } from '../../../../contract/cases/records.js';
import { PAY_LOG_STATUSES, PAY_LOG_TYPES } from '../../../../contract/codes.js';
import type { PayLogRow } from '../../../../contract/money/payments.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Vault } from '../../../platform/crypto/vault.js';
import { Database } from '../../../platform/db/database.js';
import { nothing, sql, type Statement } from '../../../platform/db/sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { unpaidOf, type PlanRowState } from '../../../domain/loans/due.rules.js';
import { pendingCall, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { iso } from '../../../domain/cases/case-row.rules.js';
import { mayUndo, UNDO_MS } from '../../../domain/cases/records/undo.rules.js';

export interface PlanRecord extends PlanRowState {
  paidAt: Date | null;
}
interface PaymentRecord {
  id: number;
  at: Date;
  type: number;
  amount: number;
  kind: 'PAYMENT' | 'REVERSAL';
  status: number;
  remark: string;
  doubled: number;
  simulated: number;
}
interface LogRecord extends Omit<CollectionLogRow, 'time' | 'remarks' | 'undone' | 'undoUntil'> {
  at: Date;
  undoneAt: Date | null;
  isLast: number;
  notes: Buffer | null;
}

export interface LoanItemPage {
  taskId: number;
  loanItemId?: number | undefined;
  page: number;
  size: number;
}

/** The loan items of case `c` as `i`: its own, and those that it leads as a long-aging case. */
export const ITEMS = sql`JOIN loan_item i ON i.id = c.loan_item_id OR i.lead_item_id = c.loan_item_id`;

/** The lists under a case, page by page; of the case's leading loan item unless another one of it is named. A case outside the viewer's scope answers as if it did not exist; while its call waits for who answers, it is shut. */
@Injectable()
export class PlanQueries {
  constructor(
    private readonly database: Database,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** `repay/details`. @throws case.notFound */
  async plan(actor: Actor, query: LoanItemPage): Promise<Page<PlanRow>> {
    const { page, total } = await this.page<PlanRecord>(actor, query, {
      columns: sql`p.period, p.due_date AS dueDate, p.principal, p.interest, p.penalty, p.iva, p.paid, p.paid_at AS paidAt,
        p.claimed`,
      source: sql`plan_row p ON p.loan_item_id = i.id`,
      key: 'p.period',
      order: sql`p.period`,
    });
    return { result: page.map(toPlanRow), totalCount: total };
  }

  /**
   * `repay/payLogs`, newest first: what was paid and taken back (a negative amount), and deductions that are on their way or
   * failed; one that succeeded is its payment. @throws case.notFound
   */
  async payLogs(actor: Actor, query: LoanItemPage): Promise<Page<PayLogRow>> {
    const { page, total } = await this.page<PaymentRecord>(actor, query, {
      columns: sql`p.id, p.at, p.type, p.amount, p.kind, p.status, p.remark, p.doubled, p.simulated`,
      source: sql`(${payLogsOf(query)}) p ON p.loanItemId = i.id`,
      key: 'p.id',
      order: sql`p.at DESC, p.id DESC`,
    });
    return { result: page.map(toPayLog), totalCount: total };
  }

  /** `task/collectionLogs/{id}`, newest first. Notes are opened, numbers stay masked. @throws case.notFound */
  async logs(
    actor: Actor,
    caseId: number,
    paging: { page: number; size: number },
  ): Promise<Page<CollectionLogRow>> {
    const { page, total } = await this.page<LogRecord>(
      actor,
      { taskId: caseId, ...paging },
      {
        columns: sql`p.id, p.at, p.type, p.result AS callResult, p.collection_result AS collectionResult,
        k.relation AS contactRelation, k.name AS contactName, k.phone_mask AS phone, p.notes_enc AS notes,
        u.name AS creator, p.undone_at AS undoneAt,
        IF(p.undone_at IS NULL AND p.collector_id = ${actor.userId}
          AND JSON_VALUE(p.undo_doc, '$.version') = c.version, 1, 0) AS isLast`,
        source: sql`collection_log p ON p.case_id = c.id`,
        people: sql`LEFT JOIN contact k ON k.id = p.contact_id LEFT JOIN user u ON u.id = p.collector_id`,
        key: 'p.id',
        order: sql`p.at DESC, p.id DESC`,
      },
    );
    const now = this.clock.now();
    const result = page.map(({ at, notes, undoneAt, isLast, ...row }) => ({
      ...row,
      time: iso(at),
      remarks: notes === null ? '' : this.vault.open(notes),
      undone: undoneAt !== null,
      undoUntil: isLast === 1 && mayUndo(at, now) ? new Date(at.getTime() + UNDO_MS).toISOString() : null,
    }));
    return { result, totalCount: total };
  }

  private async page<Row extends object>(
    actor: Actor,
    query: LoanItemPage,
    part: { columns: Statement; source: Statement; people?: Statement; key: string; order: Statement },
  ): Promise<{ page: Row[]; total: number }> {
    const item = query.loanItemId === undefined ? sql`c.loan_item_id` : sql`${query.loanItemId}`;
    const where = sql`c.id = ${query.taskId} AND i.id = ${item} AND ${casesOf(actor)}`;
    const [page, counts] = await Promise.all([
      this.database.rows<Row>(sql`
        SELECT ${part.columns} FROM collection_case c ${ITEMS} JOIN ${part.source} ${part.people ?? nothing}
        WHERE ${where} ORDER BY ${part.order} LIMIT ${(query.page - 1) * query.size}, ${query.size}`),
      this.database.rows<{ found: number; total: number; pendingCallId: number | null }>(sql`
        SELECT COUNT(*) AS found, COUNT(${{ text: part.key, params: [] }}) AS total, MAX(${pendingCall(actor)}) AS pendingCallId
        FROM collection_case c ${ITEMS} LEFT JOIN ${part.source} WHERE ${where}`),
    ]);
    if (!counts[0]?.found) throw new AppError('case.notFound');
    refuseWhilePending(counts[0]);
    return { page, total: counts[0].total };
  }
}

function payLogsOf({ taskId, loanItemId }: LoanItemPage): Statement {
  const { INITIALISED, SUCCESS } = PAY_LOG_STATUSES;
  const item =
    loanItemId === undefined
      ? sql`(SELECT loan_item_id FROM collection_case WHERE id = ${taskId})`
      : sql`${loanItemId}`;
  return sql`
    SELECT id, loan_item_id AS loanItemId, value_at AS at, log_type AS type, amount, type AS kind, ${SUCCESS} AS status,
      CONCAT(channel, ' ', provider_reference) AS remark,
      (SELECT COUNT(*) FROM deduction d JOIN deduction_double again ON again.deduction_id = d.id
       WHERE d.loan_item_id = payment.loan_item_id AND d.payment_id = payment.id) AS doubled, simulated
    FROM payment WHERE loan_item_id = ${item}
    UNION ALL
    SELECT id, loan_item_id, requested_at,
      IF(requested_by IS NULL, ${PAY_LOG_TYPES.AUTOMATIC}, ${PAY_LOG_TYPES.COLLECTION}), amount, 'PAYMENT', status,
      CONCAT('DEBIT ', IF(status = ${INITIALISED}, id, COALESCE(reason, ''))), 0, 0
    FROM deduction WHERE loan_item_id = ${item} AND status <> ${SUCCESS}`;
}

export function toPlanRow(row: PlanRecord): PlanRow {
  return {
    period: row.period,
    repaymentPlanTime: row.dueDate,
    repaymentTotalAmount: row.principal + row.interest + row.penalty + row.iva,
    repaymentRealTime: unpaidOf(row) === 0 ? iso(row.paidAt) : null,
    repaymentIncomeAmount: row.paid,
    repaymentPrincipalAmount: row.principal,
    repaymentInterestAmount: row.interest,
    overdueFeeAmount: row.penalty,
    due: row.claimed === 1,
  };
}

function toPayLog(row: PaymentRecord): PayLogRow {
  const reversed = row.kind === 'REVERSAL';
  return {
    id: row.id,
    opTime: iso(row.at),
    type: row.type,
    amount: reversed ? -row.amount : row.amount,
    status: row.status,
    remark: row.remark,
    reversal: reversed,
    doubled: Number(row.doubled),
    simulated: row.simulated === 1,
  };
}
