import { utils, write, type BookType, type WorkSheet } from '@e965/xlsx';
import { SCHEDULE_SHEETS } from '../../contract/team/schedule-sheets.js';

export type Cells = (string | number | null)[];

/** The day as a workbook keeps it. */
export const serial = (day: string) => Math.round((Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000);

export function sheetOf(name: keyof typeof SCHEDULE_SHEETS, rows: Cells[]): WorkSheet {
  const sheet = utils.aoa_to_sheet([[...SCHEDULE_SHEETS[name]], ...rows]);
  rows.forEach((row, at) => {
    if (typeof row[0] === 'number') sheet[`A${at + 2}`].z = 'yyyy-mm-dd';
  });
  return sheet;
}

export function fileOf(
  sheets: Record<string, WorkSheet>,
  bookType: BookType = 'xlsx',
  more: object = {},
): Buffer {
  const book = { ...utils.book_new(), ...more };
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name);
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

export const schedule = (plan: Cells[], days: Cells[], type?: BookType) =>
  fileOf({ plan: sheetOf('plan', plan), people: sheetOf('people', days) }, type);
