import type { ColumnState, GridApi } from 'ag-grid-community';
import type { ColumnStates } from '../../../contract/preferences';

/** The column of a row's buttons: as wide as its words, whatever was stored before. */
export const ACTS_COLUMN = 'acts';

export function columnsOf(api: GridApi): ColumnStates {
  return api.getColumnState().map(({ colId, width, hide, pinned }) => ({
    colId,
    ...(typeof width === 'number' && { width: Math.round(width) }),
    hide: hide === true,
    pinned: pinned === 'left' || pinned === 'right' ? pinned : null,
  }));
}

export function toColumnState(columns: ColumnStates): ColumnState[] {
  return columns.map(({ colId, width, hide, pinned }) => ({
    colId,
    ...(width !== undefined && colId !== ACTS_COLUMN && { width }),
    hide: hide ?? false,
    pinned: pinned ?? null,
  }));
}

export interface ColumnChoice {
  colId: string;
  shown: boolean;
}

/** The columns in the order that a person has them; what the screen has learned since stands at its end. */
export function choicesOf(defined: readonly string[], states: ColumnStates | undefined): ColumnChoice[] {
  const known = (states ?? []).filter(({ colId }) => defined.includes(colId));
  const rest = defined.filter((colId) => !known.some((state) => state.colId === colId));
  return [
    ...known.map(({ colId, hide }) => ({ colId, shown: hide !== true })),
    ...rest.map((colId) => ({ colId, shown: true })),
  ];
}

/** After one column was shown, hidden or moved by `by` places; widths stay. */
export function changedColumns(
  defined: readonly string[],
  states: ColumnStates | undefined,
  colId: string,
  change: { shown?: boolean; by?: number },
): ColumnStates {
  const choices = choicesOf(defined, states);
  const at = choices.findIndex((choice) => choice.colId === colId);
  const moved = choices[at];
  if (moved) {
    choices.splice(at, 1);
    const to = Math.max(0, Math.min(choices.length, at + (change.by ?? 0)));
    choices.splice(to, 0, { ...moved, shown: change.shown ?? moved.shown });
  }
  return choices.map((choice) => {
    const state = states?.find((each) => each.colId === choice.colId);
    return { ...state, colId: choice.colId, hide: !choice.shown };
  });
}
