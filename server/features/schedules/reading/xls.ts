import { read, SSF, type CellObject, type WorkBook } from '@e965/xlsx';
import { AppError } from '../../../platform/http/app-error.js';
import {
  addRow,
  columnsOf,
  EMPTY,
  isSheet,
  newBatch,
  numberCell,
  sheetOf,
  textCell,
  type Cell,
} from './sheet-row.rules.js';
import { MOST_ROWS, type SheetBatch, type SheetPart } from './sheets.js';

const STEP_ROWS = 1_000;

/**
 * Both sheets of an xls file, which can not be read in pieces.
 *
 * @throws schedule.password, schedule.macro, schedule.format, schedule.sheets, schedule.empty, schedule.tooLong
 */
export async function* xlsRows(bytes: Buffer): AsyncGenerator<SheetPart> {
  const batches = batchesIn(opened(bytes));
  const total = batches.reduce((sum, { lines }) => sum + lines.length, 0);
  if (total === 0) throw new AppError('schedule.empty');
  if (total > MOST_ROWS) throw new AppError('schedule.tooLong');
  yield await Promise.resolve({ total });
  yield* batches;
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

function batchesIn(book: WorkBook): SheetBatch[] {
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  const names = book.SheetNames.filter((name) => isSheet(sheetOf(name)));
  if (names.length === 0) throw new AppError('schedule.sheets');
  const batches: SheetBatch[] = [];
  let place = 0;
  for (const name of names) {
    const sheet = sheetOf(name) as SheetBatch['sheet'];
    const { '!data': data = [], '!merges': ranges = [] } = book.Sheets[name]!;
    const columns = columnsOf(
      sheet,
      Array.from(data[0] ?? [], (cell) => textOf(cell)),
    );
    const merges = ranges.map(({ s, e }) => ({ top: s.r, bottom: e.r, left: s.c, right: e.c }));
    for (let from = 1; from < data.length; from += STEP_ROWS) {
      const batch = newBatch(sheet, columns, place);
      for (const [at, cells = []] of data.slice(from, from + STEP_ROWS).entries())
        addRow(batch, from + at, columns, (column) => cellOf(cells[column], from1904), merges);
      place += batch.lines.length;
      if (batch.lines.length > 0) batches.push({ ...batch, place });
    }
  }
  return batches;
}

const textOf = (cell: CellObject | undefined) => String(cell?.v ?? '');

function cellOf(cell: CellObject | undefined, from1904: boolean): Cell {
  if (!cell) return EMPTY;
  if (cell.f !== undefined) return { kind: 'formula' };
  if (cell.t !== 'n') return textCell(textOf(cell));
  return numberCell(cell.v as number, SSF.is_date(String(cell.z ?? '')), from1904);
}
