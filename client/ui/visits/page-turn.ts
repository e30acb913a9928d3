/** 1 leads to the next row, -1 to the one before. */
export type Direction = 1 | -1;

interface PageTurn {
  /** The list's page, as its visit names it. */
  page: string;
  by: Direction;
  /** State for the history's entry that the row opens. */
  state?: object | undefined;
  /** The number of the page that is turned; not known before the list is shown. */
  from?: number;
}

let turn: PageTurn | null = null;

/** Asks the list that is shown next to turn its page, and to open the row there that comes next. */
export function requestTurn(wanted: PageTurn | null): void {
  turn = wanted;
}

/** Says what a list does now that it shows page `number`: turn the page, open a row at its end, or nothing. */
export function turnHere(page: string, number: number): { turnTo: number } | PageTurn | null {
  if (turn?.page !== page) return null;
  const wanted = turn;
  const { by, from } = wanted;
  if (from === number) return null;
  turn = from === undefined ? { ...wanted, from: number } : null;
  if (from === undefined) return { turnTo: number + by };
  return number === from + by ? wanted : null;
}
