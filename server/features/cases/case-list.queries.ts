import { Injectable } from '@nestjs/common';
import type { CaseGroupCounts, CaseListQuery, CaseRow } from '../../../contract/cases.js';
import { CASE_GROUP_NAMES, CASE_GROUPS } from '../../../contract/codes.js';
import { businessDay } from '../../../contract/shared/date.js';
import { COUNT_CAP, type Page } from '../../../contract/shared/page.js';
import type { Actor } from '../../platform/auth/actor.js';
import { caseScope } from '../../platform/auth/scope.js';
import { Clock } from '../../platform/clock/clock.js';
import { normalisePhone, Vault } from '../../platform/crypto/vault.js';
import { Database } from '../../platform/db/database.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import { fieldError } from '../../platform/http/app-error.js';
import { planList, type ListContext } from './case-list.rules.js';
import { cappedCount, countStatement, pageStatement } from './case-list.sql.js';
import { toCaseRow, type CaseRecord } from './case-rows.js';
import { PhonePolicy } from './phone-policy.js';

/** `task/listing` and `task/counts`. A role that sees masks costs no decryption. */
@Injectable()
export class CaseListQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly vault: Vault,
    private readonly phones: PhonePolicy,
  ) {}

  /** @throws request.invalid for a page beyond row 10,000, a sort that the scope has no index for, or a phone that is none. */
  async listing(actor: Actor, query: CaseListQuery): Promise<Page<CaseRow>> {
    const context = this.context(actor, query);
    const plan = planList(query, context);
    const [records, totals, plain] = await Promise.all([
      this.database.rows<CaseRecord>(pageStatement(plan, query.page, query.size)),
      this.database.rows<{ total: number }>(countStatement(plan)),
      this.phones.showsPlain(actor.role),
    ]);
    const result = records.map((record) => toCaseRow(record, context.today));
    if (plain) await this.unmask(result);
    return { result, totalCount: Number(totals[0]!.total) };
  }

  /** Exact for own cases; elsewhere each figure stops at 10,001. */
  async counts(actor: Actor): Promise<CaseGroupCounts> {
    const { column, ids } = caseScope(actor);
    const now = this.clock.now();
    const today = businessDay(now);
    const key = column.slice(0, -'_id'.length);
    const count = (index: string, condition: Statement) => {
      const parts = ids.map((id) =>
        cappedCount(sql`FROM collection_case c FORCE INDEX (${raw(index)})
          WHERE ${raw(`c.${column}`)} = ${id} AND ${condition}`),
      );
      return parts.length === 0 ? raw('0') : sql`LEAST(${sum(parts)}, ${COUNT_CAP + 1})`;
    };
    const groups = CASE_GROUP_NAMES.map((name) => {
      const states = CASE_GROUPS[name].map((status) =>
        count(`case_${key}_status`, sql`c.status = ${status}`),
      );
      return sql`${sum(states)} AS ${raw(name)}`;
    });
    const due = sql`c.is_open = 1 AND c.action_at <= ${now}`;
    const row = await this.database.row<CaseGroupCounts>(sql`
      SELECT ${joined(groups, ', ')}, ${count(`case_${key}_action`, due)} AS dueNow,
        ${count(`case_${key}_action`, sql`${due} AND c.promise_due = ${today}`)} AS promisedToday`);
    return asNumbers(row!);
  }

  private context(actor: Actor, query: CaseListQuery): ListContext {
    const now = this.clock.now();
    const phone = query.borrowerPhone === undefined ? undefined : normalisePhone(query.borrowerPhone);
    if (phone === null) throw fieldError('request.invalid', 'borrowerPhone');
    return {
      scope: caseScope(actor),
      institutionIds: actor.institutionIds,
      now,
      today: businessDay(now),
      phoneHash: phone === undefined ? null : this.vault.index(phone),
    };
  }

  private async unmask(rows: CaseRow[]): Promise<void> {
    const sealed = await this.database.rows<{ id: number; phone: Buffer }>(sql`
      SELECT id, phone_enc AS phone FROM borrower WHERE id IN ${list(rows.map((row) => row.borrowerId))}`);
    const byId = new Map(sealed.map(({ id, phone }) => [id, phone]));
    for (const row of rows) row.borrowerPhone = this.vault.open(byId.get(row.borrowerId)!);
  }
}

function raw(text: string): Statement {
  return { text, params: [] };
}

function sum(parts: readonly Statement[]): Statement {
  return joined(parts, ' + ');
}

function joined(parts: readonly Statement[], separator: string): Statement {
  return {
    text: parts.map(({ text }) => text).join(separator),
    params: parts.flatMap(({ params }) => params),
  };
}

function asNumbers(counts: CaseGroupCounts): CaseGroupCounts {
  const numbers = Object.entries(counts).map(([name, count]) => [
    name,
    Math.min(Number(count), COUNT_CAP + 1),
  ]);
  return Object.fromEntries(numbers) as CaseGroupCounts;
}
