import type { Column, GridApi } from 'ag-grid-community';
import { useCallback, useEffect, useRef } from 'react';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';

interface Pages {
  page: number;
  /** Another page stands behind this one. */
  more: boolean;
  onPage: (page: number) => void;
}

/**
 * j and k walk through the rows from anywhere on the screen, over the ends of a page too; Enter opens the row they stand
 * on.
 */
export function useRowKeys<Row>(
  onOpen: ((row: Row) => void) | undefined,
  pages: Pages | undefined,
  enabled: boolean,
) {
  const gridRef = useRef<GridApi<Row> | null>(null);
  const stand = useCallback((index: number) => {
    const api = gridRef.current;
    if (!api || api.isDestroyed() || api.getDisplayedRowCount() === 0) return;
    const at = Math.max(0, Math.min(index, api.getDisplayedRowCount() - 1));
    const column = api.getFocusedCell()?.column ?? api.getAllDisplayedColumns().find(isField);
    api.ensureIndexVisible(at);
    if (column) api.setFocusedCell(at, column);
  }, []);
  const turn = useTurn(gridRef, pages, stand);
  const current = () => gridRef.current?.getFocusedCell()?.rowIndex;
  const toNext = () => {
    const next = (current() ?? -1) + 1;
    const beyond = next >= (gridRef.current?.getDisplayedRowCount() ?? 0);
    if (beyond && pages?.more) turn(pages.page + 1, 0);
    else stand(next);
  };
  const toPrevious = () => {
    const before = (current() ?? 1) - 1;
    if (before < 0 && pages && pages.page > 1) turn(pages.page - 1, Infinity);
    else stand(before);
  };
  const open = () => {
    const index = current();
    const row = index === undefined ? undefined : gridRef.current?.getDisplayedRowAtIndex(index)?.data;
    if (row) onOpen?.(row);
  };
  useShortcut(SHORTCUTS['next-row'], toNext, enabled);
  useShortcut(SHORTCUTS['previous-row'], toPrevious, enabled);
  useShortcut(SHORTCUTS.open, open, enabled);
  return { gridRef, stand };
}

/** Asks for a page, and stands on one of its rows once they have come. A page turned by other means begins anew. */
function useTurn<Row>(
  gridRef: { readonly current: GridApi<Row> | null },
  pages: Pages | undefined,
  stand: (index: number) => void,
) {
  const shown = useRef(pages?.page);
  const requestedPage = useRef<number | null>(null);
  useEffect(() => {
    if (shown.current === pages?.page) return;
    shown.current = pages?.page;
    if (requestedPage.current === pages?.page) return;
    // The page requested by a key never came, or none was requested.
    requestedPage.current = null;
    gridRef.current?.clearFocusedCell();
  }, [gridRef, pages?.page]);
  return (page: number, index: number) => {
    const api = gridRef.current;
    if (!api || requestedPage.current === page) return;
    requestedPage.current = page;
    const first = api.getDisplayedRowAtIndex(0)?.id;
    const came = () => {
      if (api.isDestroyed() || api.getDisplayedRowAtIndex(0)?.id === first) return;
      api.removeEventListener('modelUpdated', came);
      if (requestedPage.current !== page) return;
      requestedPage.current = null;
      stand(index);
    };
    api.addEventListener('modelUpdated', came);
    pages?.onPage(page);
  };
}

/** The column of the marks is the grid's own. */
const isField = (column: Column) => !column.getColId().startsWith('ag-Grid');
