import { COUNT_CAP } from '../../../../contract/shared/page.js';
import { cappedSum, exactSum } from '../../../platform/db/lists/capped-counts.js';
import { list, nothing, sql, type Statement } from '../../../platform/db/sql.js';
import { keptTotal } from './case-counts.sql.js';
import { seekBranches, type Seek } from './case-cursor.sql.js';
import type { ListPlan } from './case-list.rules.js';

/** The columns of a CaseRow; `c` is the case, `caller` who called last, `owner` whose it is. */
export const CASE_COLUMNS = `
  c.id, c.loan_no AS loanId, c.borrower_id AS borrowerId, c.borrower_name AS borrowerName,
  c.borrower_phone_mask AS borrowerPhone, c.due_date AS penaltyDate, c.amount_due AS amount, c.status,
  c.last_call_result AS lastCallResult, c.last_call_at AS lastCallTime, caller.name AS lastCallAgent,
  c.next_follow_up_at AS nextFollowUpAt, c.promise_amount AS promiseAmount, c.promise_due AS promiseDue,
  c.promise_broken_at AS promiseBrokenAt, c.hold_until AS holdUntil,
  c.owner_id AS ownerId, owner.name AS ownerName, c.version`;
export const CASE_PEOPLE = `
  LEFT JOIN user caller ON caller.id = c.last_call_by LEFT JOIN user owner ON owner.id = c.owner_id`;

/** The page's rows in order: ids from the index alone, then only the rows that are shown. */
export function pageStatement(plan: ListPlan, page: number, size: number): Statement {
  if (plan.branches.length === 0) return { text: 'SELECT NULL AS id FROM DUAL WHERE 1 = 0', params: [] };
  const { text, params } = plan.seek
    ? idsOf(seeking(plan, plan.seek), 0, size)
    : idsOf(plan, (page - 1) * size, size);
  const order = plan.score ? `page.score ${plan.descending ? 'DESC' : 'ASC'}, c.id` : orderOf(plan, 'c.');
  const total = countsItself(plan) ? ', page.total' : '';
  return {
    text: `SELECT ${CASE_COLUMNS}${total} FROM (${text}) page JOIN collection_case c ON c.id = page.id ${CASE_PEOPLE} ORDER BY ${order}`,
    params,
  };
}

/**
 * A list in order of score reads all its rows, so they carry the total; counting again would cost as much as scoring.
 * An empty page has no row that carries it.
 */
export function countsItself({ score, branches }: ListPlan): boolean {
  return score !== undefined && branches.length === 1;
}

/** The ids of the list's first rows, from the index alone. */
export function firstIds(plan: ListPlan, count: number): Statement {
  if (plan.branches.length === 0) return { text: 'SELECT NULL AS id FROM DUAL WHERE 1 = 0', params: [] };
  return idsOf(plan, 0, count);
}

/** Those of these rows that are seen, in no order. */
export function rowsStatement(ids: readonly number[], seen: Statement): Statement {
  return sql`SELECT ${raw(CASE_COLUMNS)} FROM collection_case c ${raw(CASE_PEOPLE)} WHERE c.id IN ${list(ids)} AND ${seen}`;
}

/** The rows next to the one that is sought, on its side. */
function seeking(plan: ListPlan, seek: Seek): ListPlan {
  const branches = seekBranches(plan.branches, seek, plan.descending);
  return { ...plan, branches, descending: plan.descending !== seek.backwards };
}

function idsOf(plan: ListPlan, offset: number, size: number): Statement {
  const { orderBy, filter, branches, score } = plan;
  const value = score ? sql`${score} AS score` : raw(`c.${orderBy}`);
  const order = score ? raw(scoreOrder(plan)) : raw(orderOf(plan, 'c.'));
  if (branches.length === 1) {
    return sql`SELECT c.id${score ? sql`, ${value}, COUNT(*) OVER () AS total` : nothing} ${source(plan)} WHERE ${branches[0]} AND ${filter}
      ORDER BY ${order} LIMIT ${offset}, ${size}`;
  }
  const parts = branches.map(
    (branch) => sql`(SELECT c.id, ${value} ${source(plan)} WHERE ${branch} AND ${filter}
      ORDER BY ${order} LIMIT ${offset + size})`,
  );
  return sql`SELECT id${score ? raw(', score') : nothing} FROM (${joined(parts, ' UNION ALL ')}) branch
    ORDER BY ${raw(score ? scoreOrder(plan) : orderOf(plan, ''))} LIMIT ${offset}, ${size}`;
}

/** Ties are in ascending order of id in both directions of the score. */
function scoreOrder({ descending }: ListPlan): string {
  return `score ${descending ? 'DESC' : 'ASC'}, id`;
}

/** One row, `total`: exact, or stopped at COUNT_CAP + 1. */
export function countStatement(plan: ListPlan): Statement {
  if (plan.branches.length === 0) return { text: 'SELECT 0 AS total', params: [] };
  if (plan.kept)
    return sql`SELECT LEAST(${keptTotal(plan.kept.scope, plan.kept.buckets)}, ${COUNT_CAP + 1}) AS total`;
  const counted = plan.counted ?? plan;
  const rows = counted.branches.map(
    (branch) => sql`${source(counted)} WHERE ${branch} AND ${counted.filter}`,
  );
  return sql`SELECT ${plan.exact ? exactSum(rows) : cappedSum(rows)} AS total`;
}

function source({ index, join, source: other }: Pick<ListPlan, 'index' | 'join' | 'source'>): Statement {
  return other ?? raw(`FROM collection_case c FORCE INDEX (${index}) ${join}`);
}

function orderOf({ orderBy, descending }: ListPlan, alias: string): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `${alias}${orderBy} ${direction}, ${alias}id ${direction}`;
}

function raw(text: string): Statement {
  return { text, params: [] };
}

function joined(parts: readonly Statement[], separator: string): Statement {
  return {
    text: parts.map(({ text }) => text).join(separator),
    params: parts.flatMap(({ params }) => params),
  };
}
