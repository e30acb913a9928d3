import type { CasePage } from '../../../../contract/cases/cases';
import { guardAnswer, sessionFlags } from '../../../lib/session';
import { casePath, lastList, type ListMemory, rememberList } from '../list-memory';

const KEY = 'case-list';

/** The list that the case was opened from; kept in session storage, so that a reload knows it too. */
export function knownList(): ListMemory | null {
  const list = lastList() ?? stored();
  if (list && list !== lastList()) rememberList(list);
  // A page that is drawn once more while its user signs out keeps nothing.
  if (list && guardAnswer(sessionFlags()) === 'enter') sessionStorage.setItem(KEY, JSON.stringify(list));
  return list;
}

function stored(): ListMemory | null {
  try {
    const list = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ListMemory | null;
    return typeof list?.address === 'string' && Array.isArray(list.cases) && typeof list.total === 'number'
      ? list
      : null;
  } catch {
    return null; // Not ours: as good as no list.
  }
}

export interface ListPosition {
  /** Path and search of the list. */
  list: string;
  /** From 1, and out of how many; null when the case was opened by a link. */
  place: { at: number; of: number } | null;
  before: string | null;
  next: string | null;
  /** The next case stands on a page of the list that has not been read yet. */
  more: boolean;
}

/** Where this case stands in the list that it was opened from, and what stands beside it. */
export function positionIn(list: ListMemory | null, caseId: number, fallback: string): ListPosition {
  const at = list?.cases.findIndex(({ id }) => id === caseId) ?? -1;
  if (!list || at < 0)
    return { list: list?.address ?? fallback, place: null, before: null, next: null, more: false };
  const pathAt = (index: number) => {
    const found = list.cases[index];
    return found ? casePath(found) : null;
  };
  const place = list.before + at + 1;
  return {
    list: list.address,
    place: { at: place, of: Math.max(list.total, place) },
    before: pathAt(at - 1),
    next: pathAt(at + 1),
    more:
      at === list.cases.length - 1 && (list.after !== null || list.before + list.cases.length < list.total),
  };
}

/** The list and what else a page of it has: a case that has moved to another page meanwhile comes once. */
export function withPage(list: ListMemory, page: Pick<CasePage, 'result' | 'next'>): ListMemory {
  const known = new Set(list.cases.map(({ id }) => id));
  const came = page.result.filter(({ id }) => !known.has(id));
  return {
    ...list,
    cases: [...list.cases, ...came.map(({ id, loanId }) => ({ id, loanId }))],
    after: page.next,
  };
}

/** The row to stand on when the list is shown again: the case that was looked at last. */
export function standOnCase(caseId: number): void {
  const list = knownList();
  if (list?.cases.some(({ id }) => id === caseId)) rememberList({ ...list, openedId: caseId });
}
