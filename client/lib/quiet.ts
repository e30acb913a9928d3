import { createCell, useCell } from './cell';

const LOOK_MS = 100;
const PATIENCE_MS = 4_000;

/** How many calls are on their way. */
let calls = 0;

export function noteCall(change: 1 | -1): void {
  calls += change;
}

/**
 * False until the page that was opened first has its answers and a moment to spare; then true for as long as the tab lives.
 * What nobody needs in that first second is drawn after it, in a place that was kept for it.
 */
const quiet = createCell(false);

/** Begins to look. The calls of the first screen must go out before the event loop comes round again. */
export function awaitQuiet(): () => void {
  if (quiet.get()) return () => undefined;
  const found = () => quiet.set(true);
  const look = () => {
    if (calls === 0) requestIdleCallback(() => (calls === 0 ? found() : again()));
    else again();
  };
  let timer = setTimeout(look, LOOK_MS);
  const again = () => (timer = setTimeout(look, LOOK_MS));
  const patience = setTimeout(found, PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    clearTimeout(patience);
  };
}

export function useQuiet(): boolean {
  return useCell(quiet);
}
