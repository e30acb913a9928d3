import { isOpen, OPEN_STATUSES, type CaseStatus } from '../../../../contract/codes.js';
import type { CaseListQuery, CaseSort } from '../../../../contract/cases/cases.js';
import type { Weights } from '../../../../contract/cases/priorities.js';
import { COUNT_CAP } from '../../../../contract/shared/page.js';
import { all, list, sql, type Statement } from '../../../platform/db/sql.js';
import type { CaseScope } from '../../../platform/auth/scope.js';
import { fieldError } from '../../../platform/http/app-error.js';
import { scoreExpression } from '../../priorities/priority.rules.js';
import {
  contactableNow,
  contactableOfGroups,
  contactableOfInstitutions,
  type Contactable,
} from '../../contact-compliance/decide/contactable.rules.js';
import {
  actorCondition,
  both,
  prefixOf,
  scopeCondition,
  stateConditions,
  stateFilter,
  statusesOf,
} from './case-conditions.sql.js';
import { seekOf, type Seek } from './case-cursor.sql.js';
import { paidToday, type Scope } from './paid-today.sql.js';

/**
 * How a page of the case list is read. A list is a union of branches, each of them one contiguous range of one index in
 * the order of the list, so that a page costs what it shows. Only the cases of one person or one group are ever sorted.
 */
export interface ListPlan {
  index: string;
  /** Conditions on collection_case `c` that the index answers: one per branch. */
  branches: Statement[];
  /** The filter of every row besides. */
  filter: Statement;
  join: string;
  /** The source that is read instead of the whole table. */
  source?: Statement;
  orderBy: OrderColumn;
  descending: boolean;
  /** The expression of `score`, when the list is ordered by it. */
  score?: Statement;
  seek: Seek | null;
  /** Where the same rows are counted, when that is somewhere else. */
  counted?: Pick<ListPlan, 'index' | 'branches' | 'filter' | 'join' | 'source'>;
  /** False: the count stops at COUNT_CAP + 1. */
  exact: boolean;
  /** The kept counts that the total is the sum of. */
  kept?: { scope: Scope; buckets: readonly string[] } | undefined;
}
export type OrderColumn =
  | 'score'
  | 'due_date'
  | 'amount_due'
  | 'last_call_at'
  | 'next_follow_up_at'
  | 'action_at'
  | 'contact_from'
  | 'borrower_name';

export interface ListContext {
  scope: CaseScope;
  today: string;
  now: Date;
  /** The blind index of the number that is looked for. */
  /** The number's, one for each key that is known. */
  phoneHashes: Buffer[] | null;
  weights: Weights;
  /** Read when the list is held to it. */
  contactable?: Contactable | null;
}

const SORT_COLUMNS = {
  priority: 'score',
  penaltyDay: 'due_date',
  amount: 'amount_due',
  lastCallTime: 'last_call_at',
  nextFollowUpAt: 'next_follow_up_at',
} as const;

export function planList(query: CaseListQuery, context: ListContext): ListPlan {
  const plan = { ...planRows(query, context), kept: keptOf(query, context) };
  const seek = seekOf(query, plan.orderBy);
  if (!seek && (query.page - 1) * query.size >= COUNT_CAP) throw fieldError('request.invalid', 'page');
  return { ...plan, seek };
}

/** Parameters that do not change the number of cases, and those that kept counts answer. */
const KEPT_FOR = ['page', 'size', 'after', 'before', 'output', 'sort', 'order', 'group', 'status', 'due'];

function keptOf(query: CaseListQuery, context: ListContext): ListPlan['kept'] {
  const scope = scopeOf(query, context.scope);
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (scope.key === 'owner' || !entries.every(([name]) => KEPT_FOR.includes(name))) return undefined;
  const statuses = statusesOf(query);
  if (query.due === undefined) return { scope, buckets: statuses ?? OPEN_STATUSES };
  return query.due === 'promisedToday' && !statuses ? { scope, buckets: [context.today] } : undefined;
}

type Rows = Omit<ListPlan, 'seek' | 'kept'>;
type Direction = Pick<ListPlan, 'orderBy' | 'descending' | 'score'>;

function planRows(query: CaseListQuery, context: ListContext): Rows {
  const scope = scopeOf(query, context.scope);
  const direction = directionOf(query, context, scope);
  const narrow = narrowPlan(query, context, scope);
  if (narrow) return { ...narrow, ...direction, exact: true };
  if (query.borrowerName && scope.key !== 'owner') return namePlan(query, context, scope, direction);
  if (query.due) return duePlan(query, context, scope, direction);
  if (context.contactable && scope.key !== 'owner')
    return contactablePlan(query, context, context.contactable, scope, direction);
  if (scope.key === 'institution') return widePlan(query, context, scope, direction);
  const statuses = statusesOf(query);
  const rows: Rows = {
    index: `case_${scope.key}${statuses ? '_status' : ''}`,
    branches: branchesOf(scope, statuses),
    filter: filterOf(query, context),
    join: '',
    ...direction,
    exact: scope.key === 'owner',
  };
  return direction.score && isOpenOnly(statuses) ? scoredPlan(rows, scope, statuses) : rows;
}

/** Cases whose borrower may be called now. Beyond a group's cases the list begins with those left alone the longest. */
function contactablePlan(
  query: CaseListQuery,
  context: ListContext,
  contactable: Contactable,
  scope: Scope,
  direction: Direction,
): Rows {
  const wide = scope.key === 'institution';
  const ranges = wide ? contactableOfInstitutions : contactableOfGroups;
  return {
    index: `case_${scope.key}_contact`,
    branches: ranges(contactable, scope.ids),
    filter: all([...(statusesOf(query) ? stateFilter(query) : []), filterOf(query, context)]),
    join: '',
    exact: false,
    ...(wide ? { orderBy: 'contact_from', descending: false } : direction),
  };
}

/** Beyond a group the list has the orders that an index has. */
function widePlan(query: CaseListQuery, context: ListContext, scope: Scope, direction: Direction): Rows {
  const statuses = statusesOf(query);
  const { orderBy } = direction;
  const indexed = orderBy === 'due_date' || (orderBy === 'amount_due' && !statuses && !query.appName);
  if (!indexed) throw fieldError('request.invalid', 'sort');
  const common = { filter: filterOf(query, context), join: '', ...direction, exact: false };
  if (query.appName && !statuses) {
    const ofApp = (id: number) => both(scope, id, sql`c.app_name = ${query.appName} AND c.is_open = 1`);
    return { index: 'case_institution_app', branches: scope.ids.map(ofApp), ...common };
  }
  const index =
    orderBy === 'amount_due' ? 'case_institution_amount' : `case_institution${statuses ? '_status' : ''}`;
  return { index, branches: branchesOf(scope, statuses), ...common };
}

/** A person's open cases, scored in the index that holds all that the score asks for; counted in a narrower one. */
function scoredPlan(rows: Rows, scope: Scope, statuses: readonly CaseStatus[] | null): Rows {
  return {
    ...rows,
    index: 'case_owner_priority',
    branches: branchesOf(scope, null),
    filter: statuses ? all([sql`c.status IN ${list(statuses)}`, rows.filter]) : rows.filter,
    counted: rows,
  };
}

function isOpenOnly(statuses: readonly CaseStatus[] | null): boolean {
  return statuses === null || (statuses.length > 0 && statuses.every(isOpen));
}

function branchesOf(scope: Scope, statuses: readonly CaseStatus[] | null): Statement[] {
  return scope.ids.flatMap((id) => stateConditions(statuses).map((state) => both(scope, id, state)));
}

/** A list of one collector's cases uses the collector's index; the viewer's scope stays a condition. */
export function scopeOf(query: Pick<CaseListQuery, 'ownerId'>, scope: CaseScope): Scope {
  if (query.ownerId !== undefined) return { key: 'owner', ids: [query.ownerId] };
  const key = scope.column.slice(0, -'_id'.length) as Scope['key'];
  return { key, ids: scope.ids };
}

/** @throws request.invalid for a priority beyond one person's cases: nobody works those from the top. */
function directionOf(query: CaseListQuery, context: ListContext, scope: Scope): Direction {
  const sort = query.sort ?? defaultSort(query, context);
  const descending = query.order === 'desc';
  if (sort === 'priority') {
    if (scope.key !== 'owner') throw fieldError('request.invalid', 'sort');
    return { orderBy: 'score', descending, score: scoreExpression(context.weights, context) };
  }
  // More days late is an earlier due date.
  return { orderBy: SORT_COLUMNS[sort], descending: sort === 'penaltyDay' ? !descending : descending };
}

function defaultSort(query: CaseListQuery, { scope }: ListContext): CaseSort {
  const own = scope.column === 'owner_id';
  return own && query.due !== 'paidToday' && isOpenOnly(statusesOf(query)) ? 'priority' : 'penaltyDay';
}

/** A borrower, a loan or a number names a handful of cases: they are found by it and then sorted. */
function narrowPlan(
  query: CaseListQuery,
  context: ListContext,
  scope: Scope,
): Pick<ListPlan, 'index' | 'branches' | 'filter' | 'join' | 'source'> | null {
  const filter = all([scopeCondition(scope), ...stateFilter(query), filterOf(query, context)]);
  if (context.phoneHashes) {
    const branches = [sql`b.phone_hash IN ${list(context.phoneHashes)}`];
    return { index: 'case_borrower', branches, filter, join: 'JOIN borrower b ON b.id = c.borrower_id' };
  }
  if (query.borrowerId !== undefined)
    return { index: 'case_borrower', branches: [sql`c.borrower_id = ${query.borrowerId}`], filter, join: '' };
  if (query.loanId !== undefined)
    return { index: 'case_loan_no', branches: [sql`c.loan_no = ${query.loanId}`], filter, join: '' };
  if (query.due === 'paidToday') {
    const states = statusesOf(query) ? stateFilter(query) : [];
    const among = all([...states, filterOf(query, context)]);
    return {
      index: 'PRIMARY',
      branches: [scopeCondition(scope)],
      filter: among,
      join: '',
      source: paidToday(scope, context.today),
    };
  }
  return null;
}

/** Beyond a person's own cases names are found by their index; beyond a group's the list is in order of name. */
function namePlan(query: CaseListQuery, context: ListContext, scope: Scope, direction: Direction): Rows {
  const prefix = prefixOf(query.borrowerName!);
  const statuses = statusesOf(query);
  const openness = new Set(statuses?.map((status) => (isOpen(status) ? 1 : 0)) ?? [1]);
  const named = (open: number) => sql`c.is_open = ${open} AND c.borrower_name LIKE ${prefix}`;
  return {
    index: `case_${scope.key}_name`,
    branches: scope.ids.flatMap((id) => [...openness].map((open) => both(scope, id, named(open)))),
    filter: all([...(statuses ? stateFilter(query) : []), filterOf(query, context, 'named')]),
    join: '',
    exact: false,
    ...(scope.key === 'group' ? direction : { orderBy: 'borrower_name', descending: false }),
  };
}

/** Cases that need their collector now. Beyond a group's cases the list begins with those that have waited longest. */
function duePlan(query: CaseListQuery, context: ListContext, scope: Scope, direction: Direction): Rows {
  const wide = scope.key === 'institution';
  return {
    index: `case_${scope.key}_action`,
    branches: scope.ids.map((id) => both(scope, id, sql`c.is_open = 1 AND c.action_at <= ${context.now}`)),
    filter: all([...(statusesOf(query) ? stateFilter(query) : []), filterOf(query, context)]),
    join: '',
    exact: scope.key === 'owner',
    ...(wide ? { orderBy: 'action_at', descending: false } : direction),
  };
}

function filterOf(
  query: CaseListQuery,
  context: ListContext,
  names: 'anywhere' | 'named' = 'anywhere',
): Statement {
  const conditions: Statement[] = [];
  if (query.ownerId !== undefined) conditions.push(actorCondition(context.scope));
  if (query.borrowerName && names !== 'named')
    conditions.push(sql`c.borrower_name LIKE ${prefixOf(query.borrowerName)}`);
  if (query.appName) conditions.push(sql`c.app_name = ${query.appName}`);
  if (context.contactable) conditions.push(contactableNow(context.contactable));
  if (query.due === 'promisedToday') conditions.push(sql`c.promise_due = ${context.today}`);
  return all(conditions);
}
