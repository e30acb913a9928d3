import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { BehaviourType } from '../../../contract/supervision/behaviour';
import { tell } from '../../api/behaviour';
import { acts } from '../../lib/acts';
import { placeOf } from '../../lib/place';

/** Tabs of a case that show more of a person than the case does. */
const TABS: Record<string, BehaviourType> = { people: 'VIEW_CONTACTS', pictures: 'VIEW_PICTURE' };
/** Selecting and copying by keyboard comes in bursts. */
const COPY_EVERY_MS = 2_000;

/** Tells the server what is done on the screens: pages and cases opened, their tabs, and what the screens themselves note. */
export function useBehaviour(): void {
  usePlaces();
  useEffect(() => {
    let copiedAt = -COPY_EVERY_MS;
    const copied = () => {
      if (performance.now() - copiedAt < COPY_EVERY_MS) return;
      copiedAt = performance.now();
      acts.emit({ type: 'COPY' });
    };
    const stop = acts.listen((act) => void tell(act));
    document.addEventListener('copy', copied);
    return () => {
      stop();
      document.removeEventListener('copy', copied);
    };
  }, []);
}

/** Once for each place that is gone to, however often its screen is drawn. */
function usePlaces(): void {
  const { pathname, search } = useLocation();
  const before = useRef({ pathname: '', tab: null as string | null });
  useEffect(() => {
    const { screen, loanId, tab } = placeOf(pathname + search);
    const moved = before.current.pathname !== pathname;
    const opened = tab !== null && (moved || before.current.tab !== tab) && TABS[tab];
    before.current = { pathname, tab };
    if (moved) void tell({ type: loanId ? 'VIEW_CASE' : 'PAGE', detail: screen });
    if (opened) void tell({ type: opened, detail: screen });
  }, [pathname, search]);
}
