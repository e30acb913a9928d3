/** Pixels: what the buttons of a row may take of a table, unless it has many columns. */
export const ACTS_ROOM = 236;
const CELL = 14;
const GAP = 2;
const BUTTON = 16;
const MORE = 32;
/** Width of a letter, on average, and of a Chinese character, at 13 pixels. */
const LETTER = 7.3;
const CHARACTER = 13;

/** How many of a row's buttons stand in it, the rest in a menu, and the width of their column. */
export interface Room {
  count: number;
  width: number;
}

export function roomFor(labels: readonly string[], most = ACTS_ROOM): Room {
  const widths = labels.map(widthOf);
  const widthWith = (count: number) => total(widths.slice(0, count)) + (count < widths.length ? MORE : 0);
  let count = widths.length;
  while (count > 1 && widthWith(count) > most) count -= 1;
  return { count, width: widthWith(count) };
}

const total = (widths: readonly number[]) =>
  Math.ceil(CELL + widths.reduce((sum, width) => sum + width + GAP, 0));

const widthOf = (label: string) =>
  BUTTON + [...label].reduce((sum, letter) => sum + (letter > '\u2e80' ? CHARACTER : LETTER), 0);
