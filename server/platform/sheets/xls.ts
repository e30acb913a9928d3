import { read, SSF, type CellObject, type WorkBook } from '@e965/xlsx';
import { AppError } from '../http/app-error.js';
import {
  addRow,
  columnsOf,
  EMPTY,
  newBatch,
  numberCell,
  sheetOf,
  textCell,
  type Cell,
} from './sheet-row.rules.js';
import { MAX_ROWS, type Layout, type SheetBatch, type SheetPart } from './sheets.js';

const STEP_ROWS = 1_000;

/**
 * The sheets of an xls file, which can not be read in pieces.
 *
 * @throws sheet.password, sheet.macro, sheet.format, sheet.heads, sheet.empty, sheet.tooLong
 */
export async function* xlsRows(bytes: Buffer, layout: Layout): AsyncGenerator<SheetPart> {
  const batches = batchesIn(opened(bytes), layout);
  const total = batches.reduce((sum, { lines }) => sum + lines.length, 0);
  if (total === 0) throw new AppError('sheet.empty');
  if (total > MAX_ROWS) throw new AppError('sheet.tooLong');
  yield await Promise.resolve({ total });
  yield* batches;
}

function opened(bytes: Buffer): WorkBook {
  try {
    const book = read(bytes, {
      ...{ type: 'buffer', dense: true, cellNF: true, cellText: false, cellHTML: false, bookVBA: true },
      sheetRows: MAX_ROWS + 2,
    });
    if (book.vbaraw) throw new AppError('sheet.macro');
    return book;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(/password|encrypt/i.test(String(error)) ? 'sheet.password' : 'sheet.format');
  }
}

function batchesIn(book: WorkBook, layout: Layout): SheetBatch[] {
  const from1904 = book.Workbook?.WBProps?.date1904 === true;
  const names = book.SheetNames.filter((name) => sheetOf(layout, name) !== null);
  if (names.length === 0) throw new AppError('sheet.heads');
  const batches: SheetBatch[] = [];
  let place = 0;
  for (const name of names) {
    const sheet = sheetOf(layout, name)!;
    const { '!data': data = [], '!merges': ranges = [] } = book.Sheets[name]!;
    const columns = columnsOf(
      layout[sheet]!,
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
