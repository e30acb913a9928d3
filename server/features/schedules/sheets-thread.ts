import { read, SSF, utils, type CellObject, type WorkBook } from '@e965/xlsx';
import { SCHEDULE_SHEETS, type ScheduleSheet } from '../../../contract/schedules.js';
import { AppError } from '../../platform/http/app-error.js';
import { serveSteps } from '../imports/workbook/serve-steps.js';
import type { ReadingStep } from '../imports/workbook/workbook.js';
import { checkZip } from '../imports/workbook/zip-limits.js';
import { MOST_ROWS, type SheetCell, type SheetRow } from './sheets.js';

/** Reads both sheets of a schedule, xls or xlsx, in a thread with limits. */
const STEP_ROWS = 1_000;

async function* steps(bytes: Buffer): AsyncGenerator<ReadingStep<SheetRow>> {
  const isZip = bytes.readUInt32BE(0) === 0x504b0304;
  if (isZip) await checkZip(bytes);
  const rows = rowsOf(opened(bytes));
  for (let at = 0; at < rows.length; at += STEP_ROWS) yield { rows: rows.slice(at, at + STEP_ROWS) };
  yield { rows: [], last: true };
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
    throw new AppError(/password/i.test(String(error)) ? 'schedule.password' : 'schedule.format');
  }
}

function rowsOf(book: WorkBook): SheetRow[] {
  const rows: SheetRow[] = [];
  let sheets = 0;
  for (const name of book.SheetNames) {
    const sheet = name.trim().toLowerCase();
    if (!isSheet(sheet)) continue;
    sheets += 1;
    const { '!data': data = [], '!merges': merges = [] } = book.Sheets[name]!;
    const columns = columnsOf(sheet, data[0] ?? []);
    const isMerged = (line: number, at: number) =>
      merges.some(({ s, e }) => s.r <= line && line <= e.r && s.c <= at && at <= e.c);
    data.forEach((cells, line) => {
      if (line === 0 || !cells.some((cell) => cell && !isEmpty(cell))) return;
      rows.push({
        sheet,
        line: line + 1,
        cells: Object.fromEntries(
          columns.map(({ column, at }) => {
            const cell = isMerged(line, at) ? { kind: 'merged' as const } : cellOf(cells[at]);
            return [column, { at: utils.encode_cell({ r: line, c: at }), ...cell }];
          }),
        ),
      });
    });
  }
  if (sheets === 0) throw new AppError('schedule.sheets');
  if (rows.length === 0) throw new AppError('schedule.empty');
  if (rows.length > MOST_ROWS) throw new AppError('schedule.tooLong');
  return rows;
}

function isSheet(name: string): name is ScheduleSheet {
  return Object.hasOwn(SCHEDULE_SHEETS, name);
}

function columnsOf(sheet: ScheduleSheet, head: readonly (CellObject | undefined)[]) {
  const names = Array.from(head, (cell) => textOf(cell).toLowerCase());
  return SCHEDULE_SHEETS[sheet].map((column) => {
    const at = names.indexOf(column.toLowerCase());
    if (at === -1) throw new AppError('schedule.sheets');
    return { column, at };
  });
}

const textOf = (cell: CellObject | undefined) => String(cell?.v ?? '').trim();
const isEmpty = (cell: CellObject) => cell.f === undefined && textOf(cell) === '';

function cellOf(cell: CellObject | undefined): Omit<SheetCell, 'at'> {
  if (!cell || isEmpty(cell)) return { kind: 'empty' };
  if (cell.f !== undefined) return { kind: 'formula' };
  if (cell.t !== 'n') return { kind: 'text', value: textOf(cell) };
  const value = cell.v as number;
  if (!SSF.is_date(String(cell.z ?? ''))) return { kind: 'number', value };
  const { y, m, d } = SSF.parse_date_code(value) as { y: number; m: number; d: number };
  const two = (part: number) => String(part).padStart(2, '0');
  return { kind: 'day', value: `${y}-${two(m)}-${two(d)}` };
}

serveSteps(steps);
