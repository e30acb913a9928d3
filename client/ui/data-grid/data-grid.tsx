import type { ColDef, GridApi, GridReadyEvent, RowClassRules, SortChangedEvent } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ColumnStates } from '../../../contract/preferences';
import { useLanguage } from '../../i18n/use-language';
import { styleNonce } from '../../lib/csp';
import { useReducedMotion } from '../../lib/media';
import { columnsChanged, useColumns, usePreferences } from '../../state/preferences';
import { TableSkeleton } from '../states';
import { columnsOf, toColumnState } from './column-state';
import { gridThemes } from './grid-modules';
import { useGridWords } from './grid-words';
import { useTightColumns } from './tight-columns';

export type GridColumn<Row> = ColDef<Row>;

export interface Sort {
  column: string;
  order: 'asc' | 'desc';
}

export interface DataGridProps<Row> {
  /** Names the grid: its columns' widths, order and visibility are kept under it. */
  id: string;
  /** For a screen reader: what the rows are. */
  label: string;
  columns: GridColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The server sorts: columns with `sortable: true` only ask. */
  sort?: Sort;
  onSort?: (sort: Sort | null) => void;
  /** Enter or double click on a row, but not on a button or a link in it; `column` is where Enter was pressed. */
  onOpen?: ((row: Row, column?: string) => void) | undefined;
  rowClassRules?: RowClassRules<Row>;
  /** Every row on screen, no scrolling of its own. */
  autoHeight?: boolean;
  empty?: ReactNode;
  onReady?: (api: GridApi<Row>) => void;
  /** Marked by the reader for a bulk act. */
  onSelect?: ((rows: Row[]) => void) | undefined;
  /** The row that the keyboard stands on. */
  onFocusRow?: ((id: string) => void) | undefined;
}

/** Beside the name, which is pinned too. */
const MARKS = { pinned: 'left', width: 40 } as const;
const asServed = () => 0;
const serverSorts = {
  sortable: false,
  resizable: true,
  enableCellChangeFlash: true,
  wrapHeaderText: true,
  autoHeaderHeight: true,
  sortingOrder: ['desc', 'asc'] as ('desc' | 'asc')[],
};

/** One server page of rows in AG Grid: values flash as they change, and nothing moves unless `rows` does. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const language = useLanguage();
  const { density } = usePreferences();
  const still = useReducedMotion();
  const saved = useColumns(props.id);
  const dispatch = useDispatch();
  const words = useGridWords(language);
  const api = useRef<GridApi<Row> | null>(null);
  const [fitting, setRoom] = useTightColumns(props.columns, saved);
  const columns = useMemo(() => withSort(fitting, props.sort), [fitting, props.sort]);
  // The grid does not draw its first rows a second time.
  const [first] = useState(() => ({ of: props.rows, rows: [...props.rows] }));
  useRowUpdates(api, props.rows, props.rowId);
  useColumnState(api, saved);
  if (!words) return <TableSkeleton rows={6} />;
  if (props.rows.length === 0 && props.empty) return <>{props.empty}</>;
  return (
    <div
      className={props.autoHeight ? 'data-grid data-grid-auto' : 'data-grid'}
      role="region"
      aria-label={props.label}
      key={language}
    >
      <AgGridReact<Row>
        theme={gridThemes[density]}
        localeText={words.words}
        styleNonce={styleNonce()}
        columnDefs={columns}
        rowData={first.rows}
        defaultColDef={serverSorts}
        getRowId={({ data }) => props.rowId(data)}
        rowClassRules={props.rowClassRules}
        domLayout={props.autoHeight ? 'autoHeight' : 'normal'}
        asyncTransactionWaitMillis={50}
        cellFlashDuration={still ? 0 : 600}
        animateRows={false}
        suppressDragLeaveHidesColumns
        suppressNoRowsOverlay={Boolean(props.empty)}
        suppressCellFocus={false}
        rowSelection={props.onSelect && { mode: 'multiRow', enableClickSelection: false }}
        selectionColumnDef={MARKS}
        onSelectionChanged={(event) => props.onSelect?.(event.api.getSelectedRows())}
        onCellFocused={({ api: grid, rowIndex }) => {
          const id = rowIndex === null ? undefined : grid.getDisplayedRowAtIndex(rowIndex)?.id;
          if (id !== undefined) props.onFocusRow?.(id);
        }}
        onGridReady={(event) => ready(event, props, { api, shown: first.of, saved })}
        onGridSizeChanged={({ clientWidth }) => setRoom(clientWidth)}
        onSortChanged={(event) => sorted(event, props)}
        onRowDoubleClicked={({ event, data }) => data && isOfRow(event) && props.onOpen?.(data)}
        onCellKeyDown={({ event, data, ...place }) => {
          if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || !isOfRow(event)) return;
          if (data) props.onOpen?.(data, 'column' in place ? place.column.getColId() : undefined);
        }}
        onDragStopped={({ api: grid }) =>
          dispatch(columnsChanged({ grid: props.id, columns: columnsOf(grid) }))
        }
      />
    </div>
  );
}

// The comparator stands in each column: a kind of data that the grid infers has one that goes before the default's.
function withSort<Row>(columns: GridColumn<Row>[], sort: Sort | undefined): GridColumn<Row>[] {
  return columns.map((column) => ({
    ...column,
    comparator: asServed,
    sort: sort && (column.colId ?? column.field) === sort.column ? sort.order : null,
  }));
}

function ready<Row>(
  { api }: GridReadyEvent<Row>,
  props: DataGridProps<Row>,
  begun: { api: { current: GridApi<Row> | null }; shown: readonly Row[]; saved: ColumnStates | undefined },
): void {
  const { saved, shown } = begun;
  begun.api.current = api;
  if (saved) api.applyColumnState({ state: toColumnState(saved), applyOrder: true });
  if (props.rows !== shown) api.setGridOption('rowData', [...props.rows]);
  props.onReady?.(api);
}

function sorted<Row>({ api, source }: SortChangedEvent<Row>, { onSort }: DataGridProps<Row>): void {
  if (source !== 'uiColumnSorted') return;
  const column = api.getColumnState().find((state) => state.sort);
  onSort?.(column?.sort ? { column: column.colId, order: column.sort } : null);
}

/** Columns that were changed elsewhere, by the columns' menu, a view or another browser, change here. */
function useColumnState<Row>(api: { current: GridApi<Row> | null }, saved: ColumnStates | undefined): void {
  const before = useRef(saved);
  useEffect(() => {
    const grid = api.current;
    if (saved === before.current || !grid || grid.isDestroyed()) return;
    before.current = saved;
    if (!saved) grid.resetColumnState();
    else if (JSON.stringify(columnsOf(grid)) !== JSON.stringify(saved))
      grid.applyColumnState({ state: toColumnState(saved), applyOrder: true });
  }, [api, saved]);
}

/** The same rows in the same order: only the changed ones are written, which flashes their cells. */
function useRowUpdates<Row>(
  api: { current: GridApi<Row> | null },
  rows: readonly Row[],
  rowId: (row: Row) => string,
): void {
  const before = useRef<readonly Row[]>([]);
  useEffect(() => {
    const old = before.current;
    before.current = rows;
    const grid = api.current;
    if (!grid || grid.isDestroyed()) return;
    const same = old.length === rows.length && rows.every((row, at) => rowId(row) === rowId(old[at] as Row));
    if (!same) return replaceRows(grid, rows);
    const update = rows.filter((row, at) => row !== old[at]);
    if (update.length > 0) grid.applyTransactionAsync({ update });
  }, [api, rows, rowId]);
}

/** The keyboard goes with its row, unless that has left. */
function replaceRows<Row>(grid: GridApi<Row>, rows: readonly Row[]): void {
  const focused = grid.getFocusedCell();
  const id = focused && grid.getDisplayedRowAtIndex(focused.rowIndex)?.id;
  const isInGrid = document.activeElement?.closest('.ag-root') !== null;
  grid.setGridOption('rowData', [...rows]);
  const at = id ? grid.getRowNode(id)?.rowIndex : undefined;
  if (focused && isInGrid && typeof at === 'number' && at !== focused.rowIndex)
    grid.setFocusedCell(at, focused.column);
}

/** An element in a cell that acts by itself is not the row. */
function isOfRow(event: Event | null | undefined): boolean {
  return !(event?.target instanceof Element && event.target.closest('a, button, input'));
}
