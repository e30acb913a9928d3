import './small-table.css';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import type { QueryState } from '../../api/query-state';
import { type Column, drawCell, isFigure } from '../list-page/columns';
import { Pager } from './pager';
import { EmptyState, ErrorState, PanelSkeleton } from '../states';

interface PagedRowsProps<Row> {
  /** The hook of the call that answers a page of a case's rows. */
  useRows: (args: { taskId: number; page: number }) => QueryState<Page<Row>>;
  taskId: number;
  size?: number;
  /** The key of what is said when there are none: `guard:receipts.none`. Null: then nothing is drawn, nor before. */
  nothing: string | null;
  children: (rows: Row[]) => ReactNode;
}

/** The rows of a case, page by page: skeleton, then rows, emptiness or the reason why there are none. */
export function PagedRows<Row>(props: PagedRowsProps<Row>) {
  const { taskId, size = PAGE_SIZE.table, nothing, children } = props;
  const { t } = useTranslation(nothing?.split(':')[0]);
  const [page, setPage] = useState(1);
  const { data, currentData, error, isFetching, refetch } = props.useRows({ taskId, page });
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
    return nothing === null ? null : <PanelSkeleton lines={8} />;
  }
  if (data.totalCount === 0) return nothing === null ? null : <EmptyState title={t(nothing)} />;
  return (
    <div className={currentData ? 'rows' : 'rows rows-waiting'} aria-busy={isFetching}>
      {children(data.result)}
      {data.totalCount > size && (
        <Pager page={page} size={size} total={data.totalCount} shown={data.result.length} onPage={setPage} />
      )}
    </div>
  );
}

/** A column of a list without the grid's own. `head` names its words when they are not `<words>.<field>`. */
export type SmallColumn<Row> = Pick<Column<Row>, 'field' | 'kind' | 'words' | 'draw'> & { head?: string };

interface SmallTableProps<Row> {
  /** The key of its name for screen readers. */
  label: string;
  /** Where the columns' heads stand: `guard:receipts`. */
  words: string;
  columns: readonly SmallColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, at: number) => number;
  rowClass?: (row: Row) => string | undefined;
}

/** A small table that never moves: for a dozen rows the grid would be heavier than they are. */
export function SmallTable<Row>({ label, words, columns, rows, rowKey, rowClass }: SmallTableProps<Row>) {
  const { t } = useTranslation([words.split(':')[0]!, 'codes']);
  const classOf = ({ kind }: SmallColumn<Row>) => (isFigure(kind) ? 'small-table-figure' : undefined);
  return (
    <div className="small-table-place" role="region" aria-label={t(label)} tabIndex={0}>
      <table className="small-table" aria-label={t(label)}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head ?? column.field} scope="col" className={classOf(column)}>
                {t(column.head ?? `${words}.${column.field}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowKey(row, at)} className={rowClass?.(row)}>
              {columns.map((column) => (
                <td key={column.head ?? column.field} className={classOf(column)}>
                  {drawCell(column, row, t)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PagedTableProps<Row> = Omit<PagedRowsProps<Row>, 'children'> & Omit<SmallTableProps<Row>, 'rows'>;

export function PagedTable<Row>({ useRows, taskId, size, nothing, ...table }: PagedTableProps<Row>) {
  return (
    <PagedRows useRows={useRows} taskId={taskId} size={size} nothing={nothing}>
      {(rows) => <SmallTable {...table} rows={rows} />}
    </PagedRows>
  );
}
