import type { ICellRendererParams } from 'ag-grid-community';
import type { TFunction } from 'i18next';
import { createContext, type ReactNode, use } from 'react';
import { ACTS_COLUMN } from '../data-grid/column-state';
import type { GridColumn } from '../data-grid/data-grid';
import { type RowActions, possible, RowActs } from './acts';
import { roomFor } from './acts-room';

/**
 * Draws what can be done to a row, for the cells of a list's last column: as a part of the column it would make their
 * buttons anew with everything that changes, and one of them would lose the focus to nothing.
 */
export const DrawActs = createContext<(row: never) => ReactNode>(() => null);

/** Pixels: wide enough in the reader's language for what can be done to the rows that are shown. */
export function actsWidth<Row>(
  acts: RowActions<Row>,
  rows: readonly Row[],
  words: string,
  t: TFunction,
  room: number,
): number {
  const all = [[t('lists:acts')], ...rows.map((row) => labelsOf(acts, row, words, t))];
  return Math.max(...all.map((labels) => roomFor(labels, room).width));
}

export function actsColumn<Row>(width: number, t: TFunction): GridColumn<Row> {
  return {
    colId: ACTS_COLUMN,
    headerName: t('lists:acts'),
    width,
    resizable: false,
    pinned: 'right',
    cellRenderer: Cell,
  };
}

export function drawActs<Row>(
  acts: RowActions<Row>,
  words: string,
  t: TFunction,
  room: number,
): (row: Row) => ReactNode {
  return (row) => (
    <RowActs row={row} acts={acts} words={words} shown={roomFor(labelsOf(acts, row, words, t), room).count} />
  );
}

function labelsOf<Row>(acts: RowActions<Row>, row: Row, words: string, t: TFunction): string[] {
  return possible(acts, row).map(({ id }) => t(`${words}:act.${id}`));
}

function Cell({ data }: ICellRendererParams<never>) {
  const draw = use(DrawActs);
  return data ? draw(data) : null;
}
