import { Injectable, type StreamableFile } from '@nestjs/common';
import type { CaseListQuery, CasePage } from '../../../../contract/cases/cases.js';
import type { ExportRequested } from '../../../../contract/administration/exports.js';
import type { LongAgingItem, LongAgingItemsQuery } from '../../../../contract/cases/long-aging.js';
import { businessDay, daysBetween } from '../../../../contract/shared/date.js';
import type { Page } from '../../../../contract/shared/page.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/db/database.js';
import { sql } from '../../../platform/db/sql.js';
import { pendingCall, refuseWhilePending } from '../../../domain/calls/who-answers.sql.js';
import { AppError } from '../../../platform/http/app-error.js';
import { CLAIMED_SUM } from '../../../domain/loans/due.sql.js';
import { CaseExportService } from '../cases/list/case-export.service.js';
import { CaseListQueries } from '../cases/list/case-list.queries.js';
import { longAgingOnly } from '../../../domain/cases/list/long-aging-list.rules.js';

type ItemRecord = Omit<LongAgingItem, 'penaltyDay' | 'amount'> & { amount: string | number };

/** The cases that hold all overdue loan items of a borrower, for those whose role or permission they are. */
@Injectable()
export class LongAgingQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly lists: CaseListQueries,
    private readonly exports: CaseExportService,
  ) {}

  /** `task/getIsLongAging`: by the permission, or by the user's own long-aging role. */
  async isLongAging(actor: Actor): Promise<boolean> {
    if (actor.permissions.has('plan:readLongAging')) return true;
    const user = await this.database.row<{ longAging: number }>(sql`
      SELECT long_aging AS longAging FROM user WHERE id = ${actor.userId}`);
    return user?.longAging === 1;
  }

  /** @throws permission.denied, request.invalid */
  async listing(actor: Actor, query: CaseListQuery): Promise<CasePage> {
    await this.check(actor);
    return this.lists.listing(actor, query, longAgingOnly);
  }

  /** The listing as a file, or the job that writes it. @throws permission.denied, export.quota */
  async file(actor: Actor, query: CaseListQuery): Promise<StreamableFile | ExportRequested> {
    await this.check(actor);
    return this.exports.cases(actor, query, true);
  }

  /** Any other case holds one item, its own. @throws permission.denied, case.notFound, call.whoAnswers */
  async items(
    actor: Actor,
    { longAgingTasksId, page, size }: LongAgingItemsQuery,
  ): Promise<Page<LongAgingItem>> {
    await this.check(actor);
    const items = sql`
      collection_case c JOIN loan_item i ON i.id = c.loan_item_id OR i.lead_item_id = c.loan_item_id
      WHERE c.id = ${longAgingTasksId} AND ${casesOf(actor)}`;
    const [rows, counts] = await Promise.all([
      this.database.rows<ItemRecord>(sql`
        SELECT i.id AS loanItemId, i.external_id AS loanId, i.loan_external_id AS loanOrder, i.app_name AS appName,
          i.product_category AS productCategory, i.loan_status AS loanStatus, i.reloan,
          i.contract_amount AS contractAmount,
          (SELECT ${CLAIMED_SUM} FROM plan_row p WHERE p.loan_item_id = i.id) AS amount,
          (SELECT MIN(p.due_date) FROM plan_row p WHERE p.loan_item_id = i.id AND p.claimed = 1
            AND p.paid < p.principal + p.interest + p.penalty + p.iva) AS penaltyDate
        FROM ${items} ORDER BY i.id = c.loan_item_id DESC, i.id
        LIMIT ${String(size)} OFFSET ${String((page - 1) * size)}`),
      this.database.rows<{ total: number; pendingCallId: number | null }>(sql`
        SELECT COUNT(*) AS total, MAX(${pendingCall(actor)}) AS pendingCallId FROM ${items}`),
    ]);
    const totalCount = counts[0]!.total;
    if (totalCount === 0) throw new AppError('case.notFound');
    refuseWhilePending(counts[0]!);
    const today = businessDay(this.clock.now());
    const result = rows.map((row) => ({
      ...row,
      amount: Number(row.amount),
      penaltyDay: row.penaltyDate === null ? null : daysBetween(row.penaltyDate, today),
    }));
    return { result, totalCount };
  }

  private async check(actor: Actor): Promise<void> {
    if (!(await this.isLongAging(actor))) throw new AppError('permission.denied');
  }
}
