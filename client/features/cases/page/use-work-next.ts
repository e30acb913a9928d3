import { useNavigate, useSearchParams } from 'react-router';
import { type CaseListArgs, useLazyCaseListQuery, useLazyNextCaseQuery } from '../cases-api';
import { casePath, type ListMemory, rememberList } from '../list-memory';
import { knownList, type ListPosition, positionIn, withPage } from './list-position';

export interface WorkNext {
  back: () => void;
  next: () => void;
  /** False at the end of the list that the case was opened from. */
  hasNext: boolean;
}

/**
 * Back to the list, and on: through the whole list that the case was opened from, page after page, or, when it was opened by
 * a link, to what the server says is best now. The next case replaces this one in the history, so that the browser's own
 * way back leads to the list too.
 */
export function useWorkNext(caseId: number, position: ListPosition): WorkNext {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [askNext] = useLazyNextCaseQuery();
  const [askPage] = useLazyCaseListQuery();
  const byLink = position.place === null;
  const back = () => void navigate(position.list);
  const go = (pathname: string) =>
    void navigate({ pathname, search: search.toString() }, { replace: true, state: { saved: true } });
  const readOn = async (): Promise<string | null> => {
    let list = knownList();
    for (let page = 1; list; page++) {
      const { data } = await askPage(pageBehind(list, page));
      if (!data) return null;
      list = withPage(list, data);
      rememberList(list);
      const { next } = positionIn(list, caseId, position.list);
      const over = list.after === null && page * list.query.size >= data.totalCount;
      if (next !== null || over) return next;
    }
    return null;
  };
  const next = async () => {
    const best = byLink ? (await askNext(caseId)).data?.next : null;
    const path = position.next ?? (position.more ? await readOn() : best ? casePath(best) : null);
    if (path) go(path);
    else back();
  };
  return {
    back,
    next: () => void next(),
    hasNext: byLink || position.next !== null || position.more,
  };
}

/**
 * An order that can be entered in the middle goes on from its last row. By priority, who has been worked moves down and the
 * rest moves up: its pages are read from the first again, and what is known is passed over.
 */
function pageBehind({ query, after }: ListMemory, page: number): CaseListArgs {
  const { after: _after, before: _before, ...rest } = query;
  return after === null ? { ...rest, page } : { ...rest, page: query.page + page, after };
}
