import { type To, useLocation, useNavigate } from 'react-router';
import {
  changeVisit,
  type ListedRow,
  type ListPlace,
  originOf,
  placeOf,
  type Visit,
  wayTo,
} from '../../state/visits';
import { type Direction, requestTurn } from './page-turn';

export interface Back {
  /** The visit that the page was opened from; a link that was opened elsewhere has none. */
  origin: Visit | undefined;
  address: string;
  go: () => void;
  /** Where the page stands in the list that it was opened from. */
  place: ListPlace | null;
  /**
   * Opens the row beside this one, of the list's next page too; it replaces this page in the history.
   *
   * @returns false at the end of the list
   */
  step: (by: Direction, state?: object) => boolean;
}

/**
 * The way back: to the visit that the page was opened from, or else to `list`.
 *
 * @param addressOf the address of a row of that list; its own unless the page keeps a part of the address shown now
 */
export function useBack(list: string, addressOf: (row: ListedRow) => To = ({ path }) => path): Back {
  const location = useLocation();
  const navigate = useNavigate();
  const origin = originOf(location);
  const place = placeOf(location);
  const leave = () => {
    const way = origin ? wayTo(origin) : list;
    if (typeof way === 'number') void navigate(way);
    // A page that is left for its list is not where that list was opened from: Esc there would lead here again.
    else void navigate(way, { replace: true });
  };
  return {
    origin,
    address: origin?.address ?? list,
    go: () => {
      requestTurn(null);
      leave();
    },
    place,
    step: (by, state) => {
      // Rows may have been read since the page was drawn.
      const now = placeOf(location);
      const row = by > 0 ? now?.next : now?.previous;
      const isBeyond = by > 0 ? now?.more : now?.less;
      if (!origin || !(row || isBeyond)) return false;
      if (row) {
        changeVisit(origin, { row: row.id });
        void navigate(addressOf(row), { replace: true, state });
      } else {
        requestTurn({ page: origin.page, by, state });
        leave();
      }
      return true;
    },
  };
}
