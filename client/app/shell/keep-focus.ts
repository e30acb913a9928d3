/**
 * An element that leaves the page takes the focus with it, and Tab would begin at the window's top again: the page has it
 * then.
 * Dialogs and popups stand outside, and give it back themselves.
 */
export function keepFocus(main: HTMLElement | null): (() => void) | undefined {
  if (!main) return;
  let last: Element | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target as Element;
  };
  const watch = new MutationObserver(() => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    main.focus({ preventScroll: true });
  });
  main.addEventListener('focusin', remember);
  watch.observe(main, { childList: true, subtree: true });
  return () => {
    main.removeEventListener('focusin', remember);
    watch.disconnect();
  };
}
