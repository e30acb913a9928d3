import { useEffect, useState } from 'react';

/**
 * For a dialog that is in the page only while it is open: what had the focus before has it again, and the page when that
 * is gone too. What the dialog's act has focused meanwhile keeps it.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () =>
      void setTimeout(() => {
        if (document.activeElement === document.body) focusOrMain(opener);
      }),
    [opener],
  );
}

/** An element that is gone or hidden takes no focus: the page does. */
function focusOrMain(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true });
}
