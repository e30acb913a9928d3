import { type To, useLocation, useNavigate, useSearchParams } from 'react-router';
import type { CasePage } from '../../../../contract/cases/cases';
import { changeVisit, type ListedRow, type ListedRows, type ListPlace, placeOf } from '../../../state/visits';
import type { Direction } from '../../../ui/visits/page-turn';
import { useBack } from '../../../ui/visits/use-back';
import {
  type CaseListArgs,
  type CasePageArgs,
  useLazyCaseListQuery,
  useLazyNextCaseQuery,
} from '../cases-api';
import { casePath } from '../case-path';

const LIST = '/case/list';
/** A call that is dialled by itself begins in a case that the reader came to by saving the one before. */
const SAVED = { saved: true };

export interface WorkNext {
  back: () => void;
  next: () => void;
  /** False at the end of the list that the case was opened from. */
  hasNext: boolean;
  place: ListPlace | null;
  /** The address of another row, with this case's tab. */
  addressOf: (row: ListedRow) => To;
  step: (by: Direction) => void;
}

/**
 * Back to the list, and on: through the whole list that the case was opened from, page after page, or, when it was opened by
 * a link, to what the server says is best now. The next case replaces this one in the history, so that the browser's own
 * way back leads to the list too.
 */
export function useWorkNext(caseId: number): WorkNext {
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const [askNext] = useLazyNextCaseQuery();
  const [askPage] = useLazyCaseListQuery();
  const addressOf = ({ path }: ListedRow) => ({ pathname: path, search: search.toString() });
  const { origin, go, place, step } = useBack(LIST, addressOf);
  const readOn = async () => {
    for (let page = 1; origin?.list && placeOf(location)?.more; page++) {
      const { data } = await askPage(pageBehind(origin.list, page));
      if (!data) return;
      changeVisit(origin, { list: withPage(origin.list, data, page) });
    }
  };
  const stepOn = async (by: Direction, state?: object) => {
    if (by > 0 && origin?.address.startsWith(LIST)) await readOn();
    return step(by, state);
  };
  const next = async () => {
    if (place) {
      if (!(await stepOn(1, SAVED))) go();
      return;
    }
    const best = (await askNext(caseId)).data?.next;
    if (!best) return go();
    void navigate(addressOf({ id: '', path: casePath(best) }), { replace: true, state: SAVED });
  };
  return {
    back: go,
    next: () => void next(),
    hasNext: place === null || place.next !== null || place.more,
    place,
    addressOf,
    step: (by) => void stepOn(by),
  };
}

/**
 * An order that can be entered in the middle goes on from its last row. By priority, who has been worked moves down and the
 * rest moves up: its pages are read from the first again, and what is known is passed over.
 */
function pageBehind({ query, after }: ListedRows, page: number): CaseListArgs {
  const { after: _after, before: _before, ...args } = query as CasePageArgs;
  return after === null ? { ...args, page } : { ...args, page: args.page + page, after };
}

/** The list and what else a page of it has: a case that has moved to another page meanwhile comes once. */
export function withPage(
  list: ListedRows,
  { result, next, totalCount }: Pick<CasePage, 'result' | 'next' | 'totalCount'>,
  page: number,
): ListedRows {
  const known = new Set(list.rows.map(({ id }) => id));
  const came = result.filter(({ id }) => !known.has(String(id)));
  const rows = [...list.rows, ...came.map((row) => ({ id: String(row.id), path: casePath(row) }))];
  const isOver = next === null && page * (list.query as CasePageArgs).size >= totalCount;
  return { ...list, rows, after: next, ...(isOver && { total: list.before + rows.length }) };
}
