import type { Column, GridApi } from 'ag-grid-community';
import { useCallback, useRef } from 'react';
import { SHORTCUTS, useShortcut } from '../../lib/keyboard/shortcuts';

/** j and k walk through the rows from anywhere on the page, Enter opens the one they stand on. */
export function useRowKeys<Row>(onOpen: ((row: Row) => void) | undefined) {
  const gridRef = useRef<GridApi<Row> | null>(null);
  const stand = useCallback((index: number) => {
    const api = gridRef.current;
    if (!api || api.isDestroyed() || api.getDisplayedRowCount() === 0) return;
    const at = Math.max(0, Math.min(index, api.getDisplayedRowCount() - 1));
    const column = api.getFocusedCell()?.column ?? api.getAllDisplayedColumns().find(isField);
    api.ensureIndexVisible(at);
    if (column) api.setFocusedCell(at, column);
  }, []);
  const current = () => gridRef.current?.getFocusedCell()?.rowIndex;
  useShortcut(SHORTCUTS['next-row'], () => stand((current() ?? -1) + 1));
  useShortcut(SHORTCUTS['previous-row'], () => stand((current() ?? 1) - 1));
  useShortcut(SHORTCUTS.open, () => {
    const index = current();
    const row = index === undefined ? undefined : gridRef.current?.getDisplayedRowAtIndex(index)?.data;
    if (row) onOpen?.(row);
  });
  const standOn = useCallback(
    (id: number) => {
      const index = gridRef.current?.getRowNode(String(id))?.rowIndex;
      if (typeof index === 'number') stand(index);
    },
    [stand],
  );
  return { gridRef, standOn };
}

/** The column of the marks is the grid's own. */
const isField = (column: Column) => !column.getColId().startsWith('ag-Grid');
