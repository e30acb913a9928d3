import { AppError } from '../http/app-error.js';
import { CELL_KINDS, type Head, type Layout, type SheetBatch, type SheetCell } from './sheets.js';

/** The content of a cell, wherever it stands. */
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
const EPOCHS = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)] as const;
const LAST_SERIAL = 200_000;
const DAY_MS = 86_400_000;
const days = new Map<number, string>();

/** The layout's name of a sheet; null: it is not one of them. */
export function sheetOf(layout: Layout, name: string): string | null {
  const sheet = name.trim().toLowerCase();
  return Object.hasOwn(layout, sheet) ? sheet : null;
}

/** By the heads in the sheet's first line. @throws sheet.heads */
export function columnsOf(columns: readonly Head[], heads: readonly (string | undefined)[]): Columns {
  const names = Array.from(heads, (head) => (head ?? '').trim().toLowerCase());
  return columns.map((head) => {
    const meant = typeof head === 'string' ? ([head] as const) : head;
    const column = meant[0];
    const at = names.findIndex((name) => meant.some((each) => each.toLowerCase() === name));
    if (at === -1) throw new AppError('sheet.heads');
    return { column, at, letters: lettersOf(at) };
  });
}

export function newBatch(sheet: string, columns: Columns, place: number): SheetBatch {
  const named = columns.map(({ column, letters }) => ({ column, letters }));
  return { sheet, columns: named, place, lines: [], kinds: [], values: [] };
}

/** Adds a line, counted from 0, unless nothing stands in its columns. */
export function addRow(
  batch: SheetBatch,
  line: number,
  columns: Columns,
  cellAt: (at: number) => Cell,
  merges: readonly Merge[],
): void {
  if (columns.every(({ at }) => cellAt(at).kind === 'empty')) return;
  const across = merges.filter(({ top, bottom }) => top <= line && line <= bottom);
  batch.lines.push(line + 1);
  for (const { at } of columns) {
    const { kind, value } = across.some(({ left, right }) => left <= at && at <= right) ? MERGED : cellAt(at);
    batch.kinds.push(CELL_KINDS.indexOf(kind));
    batch.values.push(value);
  }
}

export function textCell(text: string): Cell {
  const value = text.trim();
  return value === '' ? EMPTY : { kind: 'text', value };
}

/** A workbook keeps a day as a number; the cell's format says that it is one. */
export function numberCell(value: number, isDay: boolean, from1904: boolean): Cell {
  if (!isDay) return { kind: 'number', value };
  const isThinkable = value >= 0 && value < LAST_SERIAL;
  return { kind: 'day', value: isThinkable ? dayOf(Math.floor(value), from1904) : String(value) };
}

/** A schedule has many rows and few days. */
function dayOf(serial: number, from1904: boolean): string {
  const time = EPOCHS[from1904 ? 1 : 0] + serial * DAY_MS;
  const day = days.get(time) ?? new Date(time).toISOString().slice(0, 10);
  days.set(time, day);
  return day;
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
