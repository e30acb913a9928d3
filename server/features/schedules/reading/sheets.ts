import type { ErrorKey } from '../../../../contract/errors.js';
import type { ScheduleSheet } from '../../../../contract/schedules.js';
import { AppError } from '../../../platform/http/app-error.js';
import { threadRows, type WorkbookLimits } from '../../imports/workbook/workbook.js';

/** Of both sheets together. */
export const MOST_ROWS = 100_000;
const ZIP = 0x504b0304;
const COMPOUND = 0xd0cf11e0;
/** An xlsx file is read piece by piece; a compound file, which is far smaller at the most, as a whole. */
const LIMITS: Record<number, WorkbookLimits> = {
  [ZIP]: { memoryMb: 48, youngMb: 8, stepMs: 60_000 },
  [COMPOUND]: { memoryMb: 384, stepMs: 60_000 },
};
/** What workbooks in general are refused for, in a schedule's words. */
const WORDS: Partial<Record<ErrorKey, ErrorKey>> = {
  'import.format': 'schedule.format',
  'import.tooHeavy': 'schedule.tooHeavy',
};

export interface SheetCell {
  /** As the workbook names it: "C12". */
  at: string;
  kind: 'empty' | 'text' | 'number' | 'day' | 'formula' | 'merged';
  value?: string | number;
}
export interface SheetRow {
  sheet: ScheduleSheet;
  /** How many rows of the file were read with it, empty ones too. */
  place: number;
  cells: Record<string, SheetCell>;
}
/** Before the rows: about how many there are, empty ones too. */
export type SheetPart = SheetRow | { total: number };

/** @throws the refusals of `schedule.*` */
export async function* sheetRows(bytes: Buffer): AsyncGenerator<SheetPart> {
  const limits = LIMITS[bytes.readUInt32BE(0)];
  try {
    yield* threadRows<SheetPart>(new URL('./sheets-thread.js', import.meta.url), bytes, limits);
  } catch (error) {
    const known = error instanceof AppError ? WORDS[error.key] : undefined;
    throw known ? new AppError(known) : error;
  }
}

/** An xlsx file is a zip, an xls file a compound file; what the name says does not count. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.length >= 8 && [ZIP, COMPOUND].includes(bytes.readUInt32BE(0));
}

export const isZip = (bytes: Buffer): boolean => bytes.readUInt32BE(0) === ZIP;
