import type { ColumnState, GridApi } from 'ag-grid-community';

/** Raise when columns change their meaning: an older state is then forgotten. */
const VERSION = 1;

const keyOf = (grid: string) => `columns.${grid}`;

/** Width, order and visibility; the sort is the question's, not the column's. */
export function saveColumns(grid: string, api: GridApi): void {
  const columns = api
    .getColumnState()
    .map(({ colId, width, hide, pinned }) => ({ colId, width, hide, pinned }));
  localStorage.setItem(keyOf(grid), JSON.stringify({ version: VERSION, columns }));
}

export function readColumns(grid: string): ColumnState[] | null {
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(grid)) ?? 'null') as {
      version: number;
      columns: ColumnState[];
    } | null;
    return saved?.version === VERSION ? saved.columns : null;
  } catch {
    return null; // Not ours: the columns stand as the screen defines them.
  }
}
