import type { ICellRendererParams } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GridColumn } from '../data-grid/data-grid';
import { LINES } from '../data-grid/tight-columns';
import { Money, Rate } from '../money';
import { Tag, type Tone } from '../status-tag';
import { Day, Time } from '../dates/time';

/** One column of a list, by a field of its rows. Its head stands under `<words>:column.<field>`. */
export interface Column<Row> {
  field: keyof Row & string;
  /** `name` leads to the row's page; `code` and `codes` are said by `words`; `act` stands at the right end. */
  kind?: 'text' | 'name' | 'act' | 'code' | 'codes' | 'yes' | 'count' | 'money' | 'rate' | 'time' | 'day';
  /** Where the names of a code stand: `codes:role`. */
  words?: string;
  tone?: (row: Row) => Tone;
  width?: number;
  /** Its share of the room that is left; 0: it never grows. */
  grow?: number;
  /** The server sorts by it, however long the list; `counted`: while its rows are counted exactly. */
  sortable?: true | 'counted';
  draw?: (row: Row, t: TFunction) => ReactNode;
  /** The drawn value, where it is more than the field: a cell is drawn again when it changes. */
  shows?: (row: Row) => unknown;
  /** True for a column of words, which may take a second line. */
  lines?: boolean;
}

export const isFigure = (kind: Column<unknown>['kind']) =>
  ['count', 'money', 'rate'].includes(kind ?? 'text');
const FIGURE = { headerClass: 'ag-right-aligned-header', cellClass: 'ag-right-aligned-cell figure' };
/** Begins with A when it is sorted; figures and times begin with the largest. */
const isWording = (kind: Column<unknown>['kind']) => ['text', 'name', 'code'].includes(kind ?? 'text');
const isWords = <Row,>({ kind = 'text', draw, tone, lines = !draw && !tone }: Column<Row>) =>
  ['text', 'name', 'code', 'codes'].includes(kind) && lines;

export function gridColumns<Row>(
  columns: readonly Column<Row>[],
  words: string,
  t: TFunction,
  open: ((row: Row) => string) | undefined,
  sortable: readonly string[] = [],
): GridColumn<Row>[] {
  return columns.map((column) => {
    const { field, kind = 'text', width = 110, grow = 1 } = column;
    return {
      colId: field,
      valueGetter: ({ data }) => data && valueOf(column, data),
      headerName: t(`${words}:column.${field}`),
      width,
      minWidth: Math.min(width, 72),
      ...(grow > 0 && { flex: grow, minWidth: width }),
      sortable: sortable.includes(field),
      ...(isWording(kind) && { sortingOrder: ['asc', 'desc'] as const }),
      equals: (one, other) => JSON.stringify(one) === JSON.stringify(other),
      ...(isFigure(kind) && FIGURE),
      ...(isWords(column) && { cellClass: LINES }),
      ...(kind === 'name' && { pinned: 'left' as const }),
      ...(kind === 'act' && { pinned: 'right' as const }),
      cellRenderer: ({ data }: ICellRendererParams<Row>) => (data ? drawCell(column, data, t, open) : null),
    };
  });
}

/** The value that a cell of the column is drawn from. */
export const valueOf = <Row,>({ field, shows }: Column<Row>, row: Row): unknown =>
  shows ? shows(row) : row[field];

/** A code by its word, as it is read; all else as it is. */
export function wordOf<Row, Value>({ kind, words }: Column<Row>, value: Value, t: TFunction): Value | string {
  return kind === 'code' && words && value !== null ? t(`${words}.${String(value)}`) : value;
}

export function drawCell<Row>(
  { field, kind = 'text', words, tone, draw }: Column<Row>,
  row: Row,
  t: TFunction,
  open?: (row: Row) => string,
): ReactNode {
  if (draw) return draw(row, t);
  const value = row[field] as unknown;
  const named = (code: unknown) => (words ? t(`${words}.${String(code)}`) : String(code));
  if (kind === 'time') return <Time value={value as string | null} />;
  if (kind === 'day') return <Day value={value as string | null} />;
  if (kind === 'money') return <Money value={value as number | null} />;
  if (kind === 'rate') return <Rate value={value as number | null} />;
  if (value === null || value === undefined || value === '') return <span className="muted">—</span>;
  if (kind === 'name' && open)
    return (
      <Link to={open(row)} title={String(value)}>
        {String(value)}
      </Link>
    );
  if (kind === 'yes') return t(value ? 'lists:yes' : 'lists:no');
  if (kind === 'codes') return <span>{(value as unknown[]).map(named).join(', ') || '—'}</span>;
  if (kind === 'code')
    return tone ? (
      <Tag tone={tone(row)}>{named(value)}</Tag>
    ) : (
      <span title={named(value)}>{named(value)}</span>
    );
  return <span title={String(value)}>{String(value)}</span>;
}
