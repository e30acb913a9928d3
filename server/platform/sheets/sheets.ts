import type { ErrorKey } from '../../../contract/errors.js';
import { AppError } from '../http/app-error.js';
import { threadRows, type WorkbookLimits } from './workbook.js';

/** A column's name, which its head may be, and the other heads that mean it. */
export type Head = string | readonly [column: string, ...others: string[]];
/** The sheets of a workbook that are read, in small letters, and the heads of their columns; others are passed over. */
export type Layout = Readonly<Record<string, readonly Head[]>>;

/** Rows of all sheets together. */
export const MAX_ROWS = 100_000;
const ZIP = 0x504b0304;
const COMPOUND = 0xd0cf11e0;
/** An xlsx file is read piece by piece; a compound file, which is far smaller at the most, as a whole. */
const LIMITS: Record<number, WorkbookLimits> = {
  [ZIP]: { memoryMb: 48, youngMb: 8, stepMs: 60_000 },
  [COMPOUND]: { memoryMb: 384, stepMs: 60_000 },
};
/** Refusals of unpacking, in a sheet's words. */
const WORDS: Partial<Record<ErrorKey, ErrorKey>> = {
  'import.format': 'sheet.format',
  'import.tooHeavy': 'sheet.tooHeavy',
};

export const CELL_KINDS = ['empty', 'text', 'number', 'day', 'formula', 'merged'] as const;
export interface SheetCell {
  /** As the workbook names it: "C12". */
  at: string;
  kind: (typeof CELL_KINDS)[number];
  value?: string | number;
}
export interface SheetRow<Sheet extends string = string> {
  sheet: Sheet;
  cells: Record<string, SheetCell>;
}

/** Rows of a sheet as they come from the thread, packed: an object for each cell would cost more than reading it. */
export interface SheetBatch {
  sheet: string;
  /** Its columns in the order of the cells, and what the workbook calls them. */
  columns: readonly { column: string; letters: string }[];
  /** How many rows of the file were read with it, empty ones too. */
  place: number;
  /** Line number of each row, from 1. */
  lines: number[];
  /** For each cell, row by row: the place of its kind among CELL_KINDS, and its value. */
  kinds: number[];
  values: (string | number | undefined)[];
}
/** Before the rows: about how many there are, empty ones too. */
export type SheetPart = SheetBatch | { total: number };

/** @typeParam Sheet the names of the layout that it was read by */
export function* rowsIn<Sheet extends string>(batch: SheetBatch): Generator<SheetRow<Sheet>> {
  const { columns, lines, kinds, values } = batch;
  const sheet = batch.sheet as Sheet;
  let next = 0;
  for (const line of lines) {
    const cells: SheetRow['cells'] = {};
    for (const { column, letters } of columns) {
      const value = values[next];
      const kind = CELL_KINDS[kinds[next++]!]!;
      cells[column] = { at: `${letters}${line}`, kind, ...(value !== undefined && { value }) };
    }
    yield { sheet, cells };
  }
}

/**
 * The rows of a workbook's sheets, batch by batch, read in a thread of its own.
 *
 * @throws the refusals of `sheet.*`
 */
export async function* sheetParts(bytes: Buffer, layout: Layout): AsyncGenerator<SheetPart> {
  const limits = LIMITS[bytes.readUInt32BE(0)];
  try {
    yield* threadRows<SheetPart>(
      new URL('./sheets-thread.js', import.meta.url),
      { bytes, about: layout },
      limits,
    );
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
