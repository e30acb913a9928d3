import { useNavigate, useSearchParams } from 'react-router';
import { useLazyNextCaseQuery } from '../cases-api';
import type { Way } from './case-way';
import { casePath } from '../list-memory';

export interface Ways {
  back: () => void;
  next: () => void;
  /** False at the end of the list that the case was opened from. */
  hasNext: boolean;
}

/**
 * Back to the list, and on: to the next of the list that the case was opened from, or, when it was opened by a link, to what
 * the server says is best now. The next case replaces this one in the history, so that the browser's own way back leads to
 * the list too.
 */
export function useWays(caseId: number, way: Way): Ways {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [askNext] = useLazyNextCaseQuery();
  const byLink = way.place === null;
  const back = () => void navigate(way.list);
  const go = (pathname: string) =>
    void navigate({ pathname, search: search.toString() }, { replace: true, state: { saved: true } });
  const next = async () => {
    if (way.next) return go(way.next);
    const found = byLink ? (await askNext(caseId)).data?.next : null;
    if (found) go(casePath(found));
    else back();
  };
  return { back, next: () => void next(), hasNext: byLink || way.next !== null };
}
