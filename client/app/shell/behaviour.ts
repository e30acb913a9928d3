import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { tell } from '../../domain/behaviour/behaviour-api';
import { acts } from '../../lib/acts';
import { screenAddressOf } from '../../domain/behaviour/screen-address';

/** Selecting and copying by keyboard comes in bursts. */
const COPY_EVERY_MS = 2_000;

/** Reports what only the browser sees: pages that are opened, and what is copied. What a case shows is recorded by the server. */
export function useBehaviour(): void {
  useScreenReports();
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
function useScreenReports(): void {
  const { pathname } = useLocation();
  const before = useRef('');
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const { screen, loanId } = screenAddressOf(pathname);
    if (loanId === null) void tell({ type: 'PAGE', detail: screen });
  }, [pathname]);
}
