import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { changeVisit, type ListedRow, type ListedRows, type Visit, visitAt } from '../../state/visits';

const mainOf = () => document.getElementById('main');

/**
 * Keeps how the list that is shown is left, with what opens from it.
 *
 * @param list null while its rows are loading
 */
export function useListVisit(list: ListedRows | null): Visit | undefined {
  const visit = visitAt(useLocation());
  useEffect(() => {
    if (visit && list) changeVisit(visit, { list });
  });
  useLayoutEffect(() => {
    const main = mainOf();
    if (!visit || !main) return undefined;
    return () => changeVisit(visit, { scrollTop: main.scrollTop });
  }, [visit]);
  return visit;
}

/** The same for a list of links, which has no table. A page that several of them open counts once. */
export function useLinkListVisit(paths: readonly string[] | undefined): void {
  const rows = paths && [...new Set(paths)].map((path): ListedRow => ({ id: path, path }));
  const visit = useListVisit(rows ? { rows, before: 0, total: rows.length, query: {}, after: null } : null);
  const isLoaded = rows !== undefined;
  useEffect(() => {
    if (visit?.row && isLoaded) returnTo(visit, () => focusLink(visit.row!));
  }, [visit, isLoaded]);
}

/** Scrolls to where the list was left, and has the row that was opened in sight. */
export function returnTo({ scrollTop }: Visit, focusRow: () => Element | null | undefined): void {
  const main = mainOf();
  if (main && scrollTop > 0) main.scrollTop = scrollTop;
  focusRow()?.scrollIntoView({ block: 'nearest' });
}

function focusLink(path: string): Element | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(`#main a[href="#${CSS.escape(path)}"]`)];
  const found = links.find((link) => link.getBoundingClientRect().top >= 0) ?? links[0];
  found?.focus({ preventScroll: true });
  return found;
}
