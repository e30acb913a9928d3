import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryState } from '../../api/query-state';
import { useLanguage } from '../../i18n/use-language';
import { formatTotal } from '../../lib/capped-count';
import { useConnection } from '../../state/connection';
import { Button } from '../../ui/button';
import { ColumnsMenu } from '../../ui/data-grid/columns-menu';
import { DataGrid } from '../../ui/data-grid/data-grid';
import { type Column, gridColumns } from '../../ui/list-page/columns';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/states';
import { useListGrid } from '../../ui/visits/use-list-grid';
import type { Feed } from './newest';

interface FeedTableProps<Row> {
  id: string;
  answer: QueryState<Feed<Row>>;
  /** A table that stands still goes on by itself when this changes. */
  queryKey: string;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  open: (row: Row) => string | null;
}

interface Held<Row> {
  queryKey: string;
  rows: readonly Row[];
}

/** A feed as it comes: the newest first, at most two thousand rows, and still while its reader wants it so. */
export function FeedTable<Row>({ id, answer, queryKey, columns, rowId, open }: FeedTableProps<Row>) {
  const { t } = useTranslation(['monitoring', 'calls', 'codes', 'borrowers']);
  const language = useLanguage();
  const live = useConnection() === 'live';
  const [held, setHeld] = useState<Held<Row> | null>(null);
  const paused = held?.queryKey === queryKey;
  const rows = answer.currentData?.rows ?? NONE;
  const shown = useDeferredValue((paused ? held.rows : rows) as readonly Row[]);
  const waiting = useMemo(
    () => (paused ? newIn(rows as readonly Row[], held.rows, rowId) : 0),
    [paused, rows, held, rowId],
  );
  const grid = useMemo(() => gridColumns(columns, 'monitoring', t, undefined), [columns, t]);
  const isLoaded = answer.currentData !== undefined;
  const count = { page: 1, size: shown.length, total: shown.length };
  const list = useListGrid({
    isMain: true,
    rows: shown,
    isLoaded,
    rowId,
    open,
    query: { queryKey },
    ...count,
  });
  const label = t(`monitoring:view.${id}`);
  return (
    <section className="feed">
      <div className="generic-table-bar">
        <span className="feed-state" role="status">
          {paused
            ? t('monitoring:state.paused', { fresh: waiting })
            : t(live ? 'monitoring:state.live' : 'monitoring:state.lost')}
        </span>
        <span className="muted">
          {t('monitoring:state.shown', {
            count: shown.length,
            total: formatTotal(answer.currentData?.total, language),
          })}
        </span>
        <span className="feed-gap" />
        <Button
          aria-pressed={paused}
          onClick={() => setHeld(paused ? null : { queryKey, rows: rows as readonly Row[] })}
        >
          {t(paused ? 'monitoring:resume' : 'monitoring:pause')}
        </Button>
        <ColumnsMenu grid={`monitoring-${id}`} columns={grid} />
      </div>
      {answer.error && !answer.currentData ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !answer.currentData ? (
        <TableSkeleton rows={8} />
      ) : (
        <div className="feed-grid">
          <DataGrid<Row>
            id={`monitoring-${id}`}
            label={label}
            columns={grid}
            rows={shown}
            rowId={rowId}
            onOpen={list.onOpen}
            onReady={list.onReady}
            onFocusRow={list.onFocusRow}
            empty={<EmptyState title={t('monitoring:empty')} hint={t('monitoring:empty-hint')} />}
          />
        </div>
      )}
    </section>
  );
}

const NONE: readonly unknown[] = [];

function newIn<Row>(rows: readonly Row[], held: readonly Row[], rowId: (row: Row) => string): number {
  const known = new Set(held.map(rowId));
  return rows.filter((row) => !known.has(rowId(row))).length;
}
