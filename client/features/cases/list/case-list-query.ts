import { CASE_SORTS, type CasePage } from '../../../../contract/cases/cases';
import { CASE_GROUP_NAMES, CASE_STATUSES, type Role } from '../../../../contract/codes';
import type { ViewQuery } from '../../../../contract/preferences';
import { COUNT_CAP, MAX_PAGE_SIZE, PAGE_SIZE } from '../../../../contract/shared/page';
import type { SavedView } from '../../../../contract/preferences';
import type { CaseListArgs, CasePageArgs } from '../cases-api';

/** The specification's four filters, by their names in the address and on the wire. */
export const TEXT_FILTERS = ['borrowerId', 'borrowerName', 'loanId', 'borrowerPhone'] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

export const DUES = ['now', 'promisedToday', 'paidToday'] as const;
const FILTERS = [...TEXT_FILTERS, 'status', 'group', 'due', 'contactable', 'appName', 'ownerId'] as const;

/** Reads the list's question from the address, so that a link shows the same rows; anything unknown in it is ignored. */
export function readCaseListQuery(
  search: URLSearchParams,
  defaultSize: number = PAGE_SIZE.tasks,
): CasePageArgs {
  const text = (name: string) => search.get(name)?.trim() || undefined;
  const borrowerId = Number(text('borrowerId'));
  const page = Number(text('page'));
  const size = Number(text('size'));
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: Number.isInteger(size) && size > 0 ? Math.min(size, MAX_PAGE_SIZE) : defaultSize,
    borrowerId: Number.isInteger(borrowerId) && borrowerId > 0 ? borrowerId : undefined,
    borrowerName: text('borrowerName'),
    loanId: text('loanId'),
    borrowerPhone: text('borrowerPhone'),
    status: oneOf(CASE_STATUSES, text('status')),
    group: oneOf(CASE_GROUP_NAMES, text('group')),
    due: oneOf(DUES, text('due')),
    contactable: oneOf(['now'] as const, text('contactable')),
    appName: text('appName'),
    longAging: text('longAging') ? true : undefined,
    ownerId: Number(text('ownerId')) || undefined,
    sort: oneOf(CASE_SORTS, text('sort')),
    order: oneOf(['asc', 'desc'] as const, text('order')),
    after: text('after'),
    before: text('before'),
  };
}

/** The address after a change of the question; a new question begins at its first page. */
export function writeCaseListQuery(
  search: URLSearchParams,
  change: Record<string, string | number | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ['page', 'after', 'before']) if (!(name in change)) next.delete(name);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/**
 * How to ask for another page: next and previous go on from the rows on screen, at any depth; a jump counts rows, and so
 * reaches no further than the server counts.
 */
export function turnTo(
  page: number,
  { page: current, size }: Pick<CasePageArgs, 'page' | 'size'>,
  answer: Pick<CasePage, 'next' | 'previous'> | undefined,
): Record<string, string | number | undefined> {
  if (page > 1 && page === current + 1 && answer?.next) return { page, after: answer.next };
  if (page > 1 && page === current - 1 && answer?.previous) return { page, before: answer.previous };
  const last = Math.floor(COUNT_CAP / size);
  return { page: Math.min(page, last) };
}

export function hasFilter(search: URLSearchParams): boolean {
  return FILTERS.some((name) => search.has(name));
}

/** The address without any filter; the order and the columns stay. */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const gone = Object.fromEntries([...FILTERS, 'view'].map((name) => [name, undefined]));
  return writeCaseListQuery(search, gone);
}

/** How the list stands when nobody has said otherwise: as the server orders it. */
export function defaultSort(query: CaseListArgs, role: Role | undefined): 'priority' | 'penaltyDay' {
  const closed = query.group === 'collected' || (query.status && !/^C[012]/.test(query.status));
  const own = role === 'member' && !closed && query.due !== 'paidToday';
  return own ? 'priority' : 'penaltyDay';
}

/** The part of the address that a view stores: filters and sorting, and no search for a person. */
export function viewQueryOf(search: URLSearchParams): ViewQuery {
  const { status, group, due, contactable, appName, ownerId, sort, order } = readCaseListQuery(search);
  const kept = { status, group, due, contactable, appName, ownerId, sort, order };
  // Without what is not asked: the server takes no empty filters.
  return JSON.parse(JSON.stringify(kept)) as ViewQuery;
}

/** The address of a view: its own link, and what it asks. */
export function searchOfView({ id, query }: Pick<SavedView, 'id' | 'query'>): URLSearchParams {
  return writeCaseListQuery(new URLSearchParams({ view: String(id) }), { ...query });
}

/** The view that the address names when it says nothing else: its link was opened. */
export function viewLinked(
  search: URLSearchParams,
  views: readonly SavedView[] | undefined,
): SavedView | undefined {
  const only = search.has('view') && [...search.keys()].length === 1;
  return only ? views?.find(({ id }) => String(id) === search.get('view')) : undefined;
}

function oneOf<Value extends string>(known: readonly Value[], value: string | undefined): Value | undefined {
  return known.find((each) => each === value);
}
