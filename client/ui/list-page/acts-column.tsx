import type { ICellRendererParams } from 'ag-grid-community';
import type { Words } from '../../i18n/use-words';
import { ACTS_COLUMN } from '../data-grid/column-state';
import type { GridColumn } from '../data-grid/data-grid';
import { type Acts, possible, RowActs } from './acts';
import { roomFor } from './acts-room';

/** The last column, wide enough in the reader's language for what can be done to the rows that are shown. */
export function actsColumn<Row>(
  acts: Acts<Row>,
  rows: readonly Row[],
  words: string,
  t: Words,
): GridColumn<Row> {
  const labelsOf = (row: Row) => possible(acts, row).map(({ id }) => t(`${words}:act.${id}`));
  const head = t('lists:acts');
  return {
    colId: ACTS_COLUMN,
    headerName: head,
    width: Math.max(...[[head], ...rows.map(labelsOf)].map((labels) => roomFor(labels).width)),
    resizable: false,
    pinned: 'right',
    cellRenderer: ({ data }: ICellRendererParams<Row>) =>
      data ? <RowActs row={data} acts={acts} words={words} shown={roomFor(labelsOf(data)).count} /> : null,
  };
}
