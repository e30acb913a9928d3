import { casePath, lastList, type ListMemory, rememberList } from '../list-memory';

const KEY = 'case-list';

/** The list that the case was opened from; kept in session storage, so that a reload knows it too. */
export function knownList(): ListMemory | null {
  const list = lastList() ?? stored();
  if (list && list !== lastList()) rememberList(list);
  if (list) sessionStorage.setItem(KEY, JSON.stringify(list));
  return list;
}

function stored(): ListMemory | null {
  try {
    const list = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ListMemory | null;
    return typeof list?.address === 'string' && Array.isArray(list.cases) ? list : null;
  } catch {
    return null; // Not ours: as good as no list.
  }
}

export interface Way {
  /** Path and search of the list. */
  list: string;
  /** From 1, and out of how many; null when the case was opened by a link. */
  place: { at: number; of: number } | null;
  before: string | null;
  next: string | null;
}

/** Where one can go from this case. */
export function wayFrom(list: ListMemory | null, caseId: number, fallback: string): Way {
  const at = list?.cases.findIndex(({ id }) => id === caseId) ?? -1;
  if (!list || at < 0) return { list: list?.address ?? fallback, place: null, before: null, next: null };
  const pathAt = (index: number) => {
    const found = list.cases[index];
    return found ? casePath(found) : null;
  };
  return {
    list: list.address,
    place: { at: at + 1, of: list.cases.length },
    before: pathAt(at - 1),
    next: pathAt(at + 1),
  };
}

/** The row to stand on when the list is shown again: the case that was looked at last. */
export function standOnCase(caseId: number): void {
  const list = knownList();
  if (list?.cases.some(({ id }) => id === caseId)) rememberList({ ...list, openedId: caseId });
}
