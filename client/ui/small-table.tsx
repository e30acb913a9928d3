import './small-table.css';
import type { ReactNode } from 'react';
import { PAGE_SIZE, type Page } from '../../contract/shared/page';
import { Pager } from './pager';
import { EmptyState, ErrorState, PanelSkeleton } from './states';

interface PagedRowsProps<Row> {
  /** What `useSomethingQuery` answers. */
  answer: {
    data?: Page<Row> | undefined;
    currentData?: Page<Row> | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
  page: number;
  size?: number;
  onPage: (page: number) => void;
  nothing: string;
  children: (rows: Row[]) => ReactNode;
}

/** One page of rows: skeleton, then rows, emptiness or the reason why there are none. */
export function PagedRows<Row>(props: PagedRowsProps<Row>) {
  const { answer, page, size = PAGE_SIZE.table, onPage, nothing, children } = props;
  const { data, currentData, error, isFetching, refetch } = answer;
  if (!data) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={8} />;
  }
  if (data.totalCount === 0) return <EmptyState title={nothing} />;
  return (
    <div className={currentData ? 'rows' : 'rows rows-waiting'} aria-busy={isFetching}>
      {children(data.result)}
      {data.totalCount > size && (
        <Pager page={page} size={size} total={data.totalCount} shown={data.result.length} onPage={onPage} />
      )}
    </div>
  );
}

export interface SmallColumn<Row> {
  key: string;
  label: string;
  draw: (row: Row) => ReactNode;
  figure?: boolean;
}

interface SmallTableProps<Row> {
  label: string;
  columns: SmallColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row, at: number) => number;
  rowClass?: (row: Row) => string | undefined;
}

/** A small table that never moves: for a dozen rows the grid would be heavier than they are. */
export function SmallTable<Row>({ label, columns, rows, rowKey, rowClass }: SmallTableProps<Row>) {
  return (
    <div className="small-table-place" role="region" aria-label={label} tabIndex={0}>
      <table className="small-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.figure ? 'small-table-figure' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowKey(row, at)} className={rowClass?.(row)}>
              {columns.map((column) => (
                <td key={column.key} className={column.figure ? 'small-table-figure' : undefined}>
                  {column.draw(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type PagedTableProps<Row> = Omit<PagedRowsProps<Row>, 'children'> &
  Omit<SmallTableProps<Row>, 'rows' | 'rowClass'>;

/** A small table of one page of rows. */
export function PagedTable<Row>({ label, columns, rowKey, ...part }: PagedTableProps<Row>) {
  return (
    <PagedRows {...part}>
      {(rows) => <SmallTable label={label} columns={columns} rows={rows} rowKey={rowKey} />}
    </PagedRows>
  );
}
