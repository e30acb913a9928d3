import type { GridApi } from 'ag-grid-community';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { changeVisit } from '../../state/visits';
import { useRowKeys } from '../data-grid/use-row-keys';
import { turnHere } from './page-turn';
import { returnTo, useListVisit } from './use-list-visit';

interface ListGrid<Row> {
  /** False for a table beside others, or within a page: it has no keys and keeps no place. */
  isMain: boolean;
  rows: readonly Row[];
  /** False while the rows of the query are loading. */
  isLoaded: boolean;
  rowId: (row: Row) => string;
  open: ((row: Row) => string | null) | undefined;
  query: object;
  page: number;
  size: number;
  total: number;
  after?: string | null | undefined;
  onPage?: (page: number) => void;
}

/**
 * Makes a table the list of its page: j, k and Enter, the rows that open a page, and its place. A reader who comes back
 * finds the row, the marks and the scrolling as they were; one who steps over the end of a page has the list turned.
 */
export function useListGrid<Row>(list: ListGrid<Row>) {
  const { isMain, rows, isLoaded, rowId, open, query, page, size, total, after = null, onPage } = list;
  const navigate = useNavigate();
  const before = (page - 1) * size;
  const isShown = isMain && isLoaded;
  const opening = rows.flatMap((row) => {
    const path = open?.(row) ?? null;
    return path === null ? [] : [{ id: rowId(row), path }];
  });
  const visit = useListVisit(isShown ? { rows: opening, before, total, query, after } : null);
  const onOpen =
    open &&
    ((row: Row) => {
      const path = open(row);
      if (path !== null) void navigate(path);
    });
  const pages = onPage && { page, more: after !== null || page * size < total, onPage };
  const { gridRef, stand } = useRowKeys(onOpen, pages, isMain);
  useEffect(() => {
    if (!visit || !isShown) return;
    const wanted = turnHere(visit.page, page);
    if (!wanted) return;
    if ('turnTo' in wanted) return onPage?.(wanted.turnTo);
    const row = opening.at(wanted.by > 0 ? 0 : -1);
    if (row) void navigate(row.path, { state: wanted.state });
  });
  const onReady = (api: GridApi<Row>) => {
    gridRef.current = api;
    if (!isMain || !visit) return;
    const nodes = visit.marked.flatMap((id) => api.getRowNode(id) ?? []);
    if (nodes.length > 0) api.setNodesSelected({ nodes, newValue: true });
    const { row } = visit;
    requestAnimationFrame(() =>
      returnTo(visit, () => {
        const index = row === null || api.isDestroyed() ? null : api.getRowNode(row)?.rowIndex;
        if (typeof index !== 'number') return null;
        stand(index);
        return document.querySelector(`#main .ag-row[row-id="${CSS.escape(row!)}"]`);
      }),
    );
  };
  const onMark = (marked: readonly Row[]) => {
    if (visit) changeVisit(visit, { marked: marked.map(rowId) });
  };
  const onFocusRow = (id: string) => {
    if (isMain && visit) changeVisit(visit, { row: id });
  };
  return { gridRef, onOpen, onReady, onMark, onFocusRow };
}
