import type { RowClassRules } from 'ag-grid-community';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import { useSettled } from '../../state/connection';
import { ColumnsMenu } from '../data-grid/columns-menu';
import { DataGrid, type DataGridProps } from '../data-grid/data-grid';
import { useSteadyRows } from '../data-grid/use-steady-rows';
import { useListGrid } from '../visits/use-list-grid';
import { RefreshIcon } from '../icons';
import { EmptyState, ErrorState, isDenied, TableSkeleton } from '../states';
import { Button } from '../button';

const Pager = lazy(async () => ({ default: (await import('./pager')).Pager }));

type GridProps<Row> = Omit<
  DataGridProps<Row>,
  'rows' | 'rowClassRules' | 'onOpen' | 'onReady' | 'onFocusRow'
>;

export interface GenericTableProps<Row> extends GridProps<Row> {
  /** The page's list, which has the keys and keeps its place. */
  isMain?: boolean;
  answer: QueryState<Page<Row> & { next?: string | null }>;
  /** The page that a row opens. */
  open?: ((row: Row) => string | null) | undefined;
  /** Filters, sort and page as they were asked: another question replaces the rows, the same one keeps them steady. */
  query: object;
  page: number;
  size?: number;
  onPage: (page: number) => void;
  /** Lets its reader choose how many rows a page has. */
  onSize?: (size: number) => void;
  toolbar?: ReactNode;
  /** Beside the columns' menu. */
  extra?: ReactNode;
  /** How often the reader has changed rows: the answer after that is shown as it is. */
  own?: number;
}

/** The product's table: rows of a server page, pager, refresh, and "n changes" held back until they are applied. */
export function GenericTable<Row>(props: GenericTableProps<Row>) {
  const { answer, page, size = PAGE_SIZE.table, onPage, onSize, toolbar, extra, query, ...rest } = props;
  const { own = 0, isMain = false, open, onSelect, ...grid } = rest;
  const { t } = useTranslation();
  const settled = useSettled();
  const rows = answer.currentData?.result ?? answer.data?.result ?? (EMPTY as Row[]);
  const shownQuery = answer.currentData ? JSON.stringify(query) : 'before';
  const steady = useSteadyRows(rows, shownQuery, props.rowId, own);
  const { rowId } = props;
  const total = answer.currentData?.totalCount ?? answer.data?.totalCount ?? 0;
  const rules = useAwayRules(steady.gone, rowId, rows.length < total);
  // Rows that answer an older question stand on until the new ones come, and say so.
  const waits = answer.data !== undefined && answer.currentData === undefined;
  const list = useListGrid({
    ...{ isMain, isLoaded: answer.currentData !== undefined, rows: steady.rows, rowId, open },
    ...{ query, page, size, total, after: answer.currentData?.next, onPage },
  });
  const nothing = <EmptyState title={t('common:empty.title')} hint={t('common:empty.hint')} />;
  return (
    <section className="generic-table" aria-busy={answer.isFetching}>
      <div className="generic-table-bar">
        <div className="generic-table-tools">{toolbar}</div>
        <PendingChip count={steady.pending} came={steady.came} onApply={steady.apply} />
        {extra}
        <ColumnsMenu grid={props.id} columns={props.columns} />
        <Button
          label={t('common:action.refresh')}
          icon={<RefreshIcon turning={answer.isFetching} />}
          onClick={() => {
            void answer.refetch();
            steady.apply();
          }}
        />
      </div>
      {answer.error && (!answer.currentData || isDenied(answer.error)) ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.data ? (
        <TableSkeleton rows={8} />
      ) : (
        <div className={waits ? 'rows rows-waiting' : 'rows'}>
          <DataGrid<Row>
            {...grid}
            rows={steady.rows}
            rowClassRules={rules}
            empty={props.empty ?? nothing}
            onOpen={list.onOpen}
            onReady={list.onReady}
            onFocusRow={list.onFocusRow}
            onSelect={
              onSelect &&
              ((rows) => {
                list.onMark(rows);
                onSelect(rows);
              })
            }
          />
          {total > 0 &&
            (settled ? (
              <Suspense fallback={<div className="pager" />}>
                <Pager
                  page={page}
                  size={size}
                  total={total}
                  shown={rows.length}
                  onPage={onPage}
                  {...(onSize && { onSize })}
                />
              </Suspense>
            ) : (
              <div className="pager" />
            ))}
        </div>
      )}
    </section>
  );
}

const EMPTY: unknown[] = [];

/** Rows that came are told of before those that only left or moved. */
function PendingChip({ count, came, onApply }: { count: number; came: number; onApply: () => void }) {
  const { t } = useTranslation();
  return (
    <span role="status">
      {count > 0 && (
        <button type="button" className="pending-chip" onClick={onApply}>
          {came > 0 ? t('common:table.came', { count: came }) : t('common:table.pending', { count })}
        </button>
      )}
    </span>
  );
}

/** A row that a newer answer lacks has left, unless there are other pages: then it may only stand on one of them. */
function useAwayRules<Row>(gone: ReadonlySet<string>, rowId: (row: Row) => string, hasOthers: boolean) {
  return useMemo<RowClassRules<Row>>(() => {
    const isAway = (data: Row | undefined) => data !== undefined && gone.has(rowId(data));
    return {
      'row-gone': ({ data }) => !hasOthers && isAway(data),
      'row-off': ({ data }) => hasOthers && isAway(data),
    };
  }, [gone, rowId, hasOthers]);
}
