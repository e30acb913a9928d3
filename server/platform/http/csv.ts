import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** After a semicolon, which separates cells for half of the world's spreadsheets, whatever begins a formula. */
const HIDDEN_FORMULA = /(;[\s"']*)(?=[=+\-@＝＋－＠])/g;

/**
 * A spreadsheet: UTF-8 with a byte order mark, a header, and a line for each record by its keys. No text in it becomes a
 * formula, by comma or by semicolon: what begins with one is escaped, and so is what would begin a cell of its own.
 */
export function csvOf(lines: Readable, headers: Readonly<Record<string, string>>): Readable {
  const columns = Object.entries(headers).map(([key, header]) => ({ key, header }));
  const oneLine = (text: string) => text.replace(/[\r\n\t]+/g, ' ').trimStart();
  const cast = { string: (text: string) => oneLine(text).replace(HIDDEN_FORMULA, "$1'") };
  return lines.compose(
    stringify({ header: true, bom: true, escape_formulas: true, columns, cast }),
  ) as Readable;
}
