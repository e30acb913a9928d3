import type { GridApi } from 'ag-grid-community';
import { useCallback, useRef } from 'react';
import type { CaseRow } from '../../../../contract/cases';
import { SHORTCUTS, useShortcut } from '../../../lib/shortcuts';

/** j and k walk through the rows from anywhere on the page, Enter opens the one they stand on. */
export function useRowKeys(onOpen: (row: CaseRow) => void) {
  const gridRef = useRef<GridApi<CaseRow> | null>(null);
  const stand = useCallback((index: number) => {
    const api = gridRef.current;
    if (!api || api.isDestroyed() || api.getDisplayedRowCount() === 0) return;
    const at = Math.max(0, Math.min(index, api.getDisplayedRowCount() - 1));
    api.ensureIndexVisible(at);
    api.setFocusedCell(at, api.getFocusedCell()?.column ?? 'loanId');
  }, []);
  const current = () => gridRef.current?.getFocusedCell()?.rowIndex;
  useShortcut(SHORTCUTS['next-row'], () => stand((current() ?? -1) + 1));
  useShortcut(SHORTCUTS['previous-row'], () => stand((current() ?? 1) - 1));
  useShortcut(SHORTCUTS.open, () => {
    const index = current();
    const row = index === undefined ? undefined : gridRef.current?.getDisplayedRowAtIndex(index)?.data;
    if (row) onOpen(row);
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
