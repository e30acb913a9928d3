import { SCHEDULE_SHEETS, type ScheduleSheet } from '../../../../contract/schedules.js';
import { addDays } from '../../../../contract/shared/date.js';
import { AppError } from '../../../platform/http/app-error.js';
import type { SheetCell, SheetRow } from './sheets.js';

/** What a workbook says of a cell, wherever it stands. */
export type Cell = Omit<SheetCell, 'at'>;
/** Lines and columns count from 0, and the last is within. */
export interface Merge {
  top: number;
  bottom: number;
  left: number;
  right: number;
}
export type Columns = readonly { column: string; at: number; letters: string }[];

export const EMPTY: Cell = { kind: 'empty' };
const MERGED: Cell = { kind: 'merged' };
/** Day 0 of a workbook's dates, from March 1900 on; and of one that counts from 1904. */
const EPOCHS = ['1899-12-30', '1904-01-01'] as const;
const LAST_SERIAL = 200_000;

export function isSheet(name: string): name is ScheduleSheet {
  return Object.hasOwn(SCHEDULE_SHEETS, name);
}

export const sheetOf = (name: string): string => name.trim().toLowerCase();

/** By the heads in the sheet's first line. @throws schedule.sheets */
export function columnsOf(sheet: ScheduleSheet, heads: readonly (string | undefined)[]): Columns {
  const names = Array.from(heads, (head) => (head ?? '').trim().toLowerCase());
  return SCHEDULE_SHEETS[sheet].map((column) => {
    const at = names.indexOf(column.toLowerCase());
    if (at === -1) throw new AppError('schedule.sheets');
    return { column, at, letters: lettersOf(at) };
  });
}

/** @returns null when nothing stands in its columns */
export function rowOf(
  { sheet, place, line }: { sheet: ScheduleSheet; place: number; line: number },
  columns: Columns,
  cellAt: (at: number) => Cell,
  merges: readonly Merge[],
): SheetRow | null {
  if (columns.every(({ at }) => cellAt(at).kind === 'empty')) return null;
  const across = merges.filter(({ top, bottom }) => top <= line && line <= bottom);
  const cells: SheetRow['cells'] = {};
  for (const { column, at, letters } of columns) {
    const isMerged = across.some(({ left, right }) => left <= at && at <= right);
    cells[column] = { at: `${letters}${line + 1}`, ...(isMerged ? MERGED : cellAt(at)) };
  }
  return { sheet, place, cells };
}

export function textCell(text: string): Cell {
  const value = text.trim();
  return value === '' ? EMPTY : { kind: 'text', value };
}

/** A workbook keeps a day as a number; the cell's format says that it is one. */
export function numberCell(value: number, isDay: boolean, from1904: boolean): Cell {
  if (!isDay) return { kind: 'number', value };
  const isThinkable = value >= 0 && value < LAST_SERIAL;
  const day = isThinkable ? addDays(EPOCHS[from1904 ? 1 : 0], Math.floor(value)) : String(value);
  return { kind: 'day', value: day };
}

/** Whether a number format writes a day: letters of a date outside quotes, colours and escapes. */
export function writesDay(format: string): boolean {
  return /[yd]/i.test(format.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''));
}

function lettersOf(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : lettersOf(Math.floor(at / 26) - 1) + last;
}

/** "C12": its column, from 0. */
export function columnIndex(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
