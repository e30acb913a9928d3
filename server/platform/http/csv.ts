import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { stringify as stringifyNow } from 'csv-stringify/sync';
import { LANGUAGES, type Language } from '../../../contract/codes.js';
import type { ExportedList } from '../../../contract/administration/exports.js';

type Columns = Readonly<Record<string, string>>;

const names = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`./columns/${language}.json`, import.meta.url), 'utf8')),
  ]),
) as Record<Language, Record<ExportedList, Columns>>;

/** The columns of a file in their order, named as the screen names them. */
export function columnsOf(file: ExportedList, language: Language): Columns {
  return names[language][file];
}

/** After a semicolon, which separates cells for half of the world's spreadsheets, whatever begins a formula. */
const HIDDEN_FORMULA = /(;[\s"']*)(?=[=+\-@＝＋－＠])/g;

/**
 * A spreadsheet: UTF-8 with a byte order mark, a header, and a line for each record by its keys. No text in it becomes a
 * formula, by comma or by semicolon: what begins with one is escaped, and so is what would begin a cell of its own.
 */
export function csvOf(lines: Readable, headers: Columns): Readable {
  const columns = Object.entries(headers).map(([key, header]) => ({ key, header }));
  return lines.compose(stringify({ ...spreadsheet(), columns })) as Readable;
}

/** The same for a few records at once, whose keys are their columns' names. */
export function csvText(lines: readonly object[], columns: readonly string[]): string {
  return stringifyNow([...lines], { ...spreadsheet(), columns: [...columns] });
}

/** The same for rows as they are, the first of which is the header. */
export function csvRows(rows: readonly (readonly string[])[], delimiter: string): string {
  return stringifyNow([...rows], { ...spreadsheet(), header: false, delimiter });
}

const oneLine = (text: string) => text.replace(/[\r\n\t]+/g, ' ').trimStart();
const string = (text: string) => oneLine(text).replace(HIDDEN_FORMULA, "$1'");
/** Anew each time: the package writes its defaults into what it is given. */
const spreadsheet = () => ({ header: true, bom: true, escape_formulas: true, cast: { string } });
