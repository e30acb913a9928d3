import { read, SSF, type CellObject, type WorkBook } from '@e965/xlsx';
import { AppError } from '../../../platform/http/app-error.js';
import {
  columnsOf,
  EMPTY,
  isSheet,
  numberCell,
  rowOf,
  sheetOf,
  textCell,
  type Cell,
} from './sheet-row.rules.js';
import { MOST_ROWS, type SheetPart, type SheetRow } from './sheets.js';

const STEP_ROWS = 1_000;

/**
 * Both sheets of an xls file, which can not be read in pieces.
 *
 * @throws schedule.password, schedule.macro, schedule.format, schedule.sheets, schedule.empty, schedule.tooLong
 */
export async function* xlsRows(bytes: Buffer): AsyncGenerator<SheetPart[]> {
  const rows = rowsIn(opened(bytes));
  if (rows.length === 0) throw new AppError('schedule.empty');
  if (rows.length > MOST_ROWS) throw new AppError('schedule.tooLong');
  yield await Promise.resolve([{ total: rows.length }]);
  for (let at = 0; at < rows.length; at += STEP_ROWS) yield rows.slice(at, at + STEP_ROWS);
}

function opened(bytes: Buffer): WorkBook {
  try {
    const book = read(bytes, {
      ...{ type: 'buffer', dense: true, cellNF: true, cellText: false, cellHTML: false, bookVBA: true },
      sheetRows: MOST_ROWS + 2,
    });
    if (book.vbaraw) throw new AppError('schedule.macro');
    return book;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(/password|encrypt/i.test(String(error)) ? 'schedule.password' : 'schedule.format');
  }
}

function rowsIn(book: WorkBook): SheetRow[] {
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  const rows: SheetRow[] = [];
  const names = book.SheetNames.filter((name) => isSheet(sheetOf(name)));
  if (names.length === 0) throw new AppError('schedule.sheets');
  for (const name of names) {
    const sheet = sheetOf(name) as SheetRow['sheet'];
    const { '!data': data = [], '!merges': ranges = [] } = book.Sheets[name]!;
    const columns = columnsOf(
      sheet,
      Array.from(data[0] ?? [], (cell) => textOf(cell)),
    );
    const merges = ranges.map(({ s, e }) => ({ top: s.r, bottom: e.r, left: s.c, right: e.c }));
    for (const [line, cells] of data.entries()) {
      if (line === 0 || !cells) continue;
      const where = { sheet, line, place: rows.length + 1 };
      const row = rowOf(where, columns, (at) => cellOf(cells[at], from1904), merges);
      if (row) rows.push(row);
    }
  }
  return rows;
}

const textOf = (cell: CellObject | undefined) => String(cell?.v ?? '');

function cellOf(cell: CellObject | undefined, from1904: boolean): Cell {
  if (!cell) return EMPTY;
  if (cell.f !== undefined) return { kind: 'formula' };
  if (cell.t !== 'n') return textCell(textOf(cell));
  return numberCell(cell.v as number, SSF.is_date(String(cell.z ?? '')), from1904);
}
