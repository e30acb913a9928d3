import type { ScheduleSheet } from '../../../contract/schedules.js';
import { threadRows } from '../imports/workbook/workbook.js';

/** Of both sheets together. */
export const MOST_ROWS = 100_000;
const LIMITS = { memoryMb: 512, stepMs: 60_000 };

export interface SheetCell {
  /** As the workbook names it: "C12". */
  at: string;
  kind: 'empty' | 'text' | 'number' | 'day' | 'formula' | 'merged';
  value?: string | number;
}
export interface SheetRow {
  sheet: ScheduleSheet;
  line: number;
  cells: Record<string, SheetCell>;
}

/** @throws the refusals of `schedule.*` and import.tooHeavy */
export function sheetRows(bytes: Buffer): AsyncGenerator<SheetRow> {
  return threadRows<SheetRow>(new URL('./sheets-thread.js', import.meta.url), bytes, LIMITS);
}

/** An xlsx file is a zip, an xls file a compound file; what the name says does not count. */
export function isWorkbook(bytes: Buffer): boolean {
  return bytes.length >= 8 && [0x504b0304, 0xd0cf11e0].includes(bytes.readUInt32BE(0));
}
