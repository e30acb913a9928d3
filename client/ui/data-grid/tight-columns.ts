import type { ColDef } from 'ag-grid-community';
import { useMemo, useState } from 'react';
import type { ColumnStates } from '../../../contract/preferences';

/** Class of a cell whose words take a second line before they are cut. */
export const LINES = 'cell-lines';

/** A column of words that is wider than a name or a number shrinks to this share in a narrow grid. */
const NARROWEST = 0.75;
const WIDE = 125;

/**
 * Columns of a grid that is narrower than they are: words, which take a second line, give way, so that figures and states
 * are seen without scrolling.
 */
export function useTightColumns<Row>(
  columns: ColDef<Row>[],
  saved: ColumnStates | undefined,
): [ColDef<Row>[], (room: number) => void] {
  const [room, setRoom] = useState<number | null>(null);
  const states = new Map((saved ?? []).map((state) => [state.colId, state]));
  const widthOf = ({ colId = '', width = 0 }: ColDef<Row>) => {
    const { hide, width: sized = width } = states.get(colId) ?? {};
    return hide ? 0 : sized;
  };
  const needed = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const isTight = room !== null && needed > room;
  const fitting = useMemo(() => (isTight ? columns.map(narrowed) : columns), [columns, isTight]);
  return [fitting, setRoom];
}

function narrowed<Row>(column: ColDef<Row>): ColDef<Row> {
  const { flex, width, minWidth, cellClass } = column;
  const givesWay = flex && width && width >= WIDE && minWidth === width && cellClass === LINES;
  return givesWay ? { ...column, flex: width, minWidth: Math.round(width * NARROWEST) } : column;
}
