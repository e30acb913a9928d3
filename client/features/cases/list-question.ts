import { CASE_GROUP_NAMES, type CaseGroup } from '../../../contract/codes';
import { PAGE_SIZE } from '../../../contract/shared/page';
import type { ListQuestion } from './cases-api';

/** The specification's four filters, by their names in the address and on the wire. */
export const TEXT_FILTERS = ['borrowerId', 'borrowerName', 'loanId', 'borrowerPhone'] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

const SORTS = ['penaltyDay', 'amount', 'lastCallTime', 'nextFollowUpAt'] as const;
type SortColumn = (typeof SORTS)[number];
const DUES = ['now', 'promisedToday'] as const;

/** Reads the list's question from the address, so that a link shows the same rows; anything unknown in it is ignored. */
export function readQuestion(search: URLSearchParams): ListQuestion & { page: number } {
  const text = (name: string) => search.get(name)?.trim() || undefined;
  const borrowerId = Number(text('borrowerId'));
  const page = Number(text('page'));
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: PAGE_SIZE.tasks,
    borrowerId: Number.isInteger(borrowerId) && borrowerId > 0 ? borrowerId : undefined,
    borrowerName: text('borrowerName'),
    loanId: text('loanId'),
    borrowerPhone: text('borrowerPhone'),
    group: oneOf<CaseGroup>(CASE_GROUP_NAMES, text('group')),
    due: oneOf(DUES, text('due')),
    ownerId: Number(text('ownerId')) || undefined,
    sort: oneOf<SortColumn>(SORTS, text('sort')),
    order: oneOf(['asc', 'desc'] as const, text('order')),
  };
}

/** The address after a change of the question; a new question begins at its first page. */
export function writeQuestion(
  search: URLSearchParams,
  change: Record<string, string | number | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(search);
  if (!('page' in change)) next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined || value === '' || (name === 'page' && value === 1)) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

function oneOf<Value extends string>(known: readonly Value[], value: string | undefined): Value | undefined {
  return known.find((each) => each === value);
}
