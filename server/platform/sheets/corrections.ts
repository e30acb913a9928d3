import { AppError } from '../http/app-error.js';
import { threadRows } from './workbook.js';

/** A cell to correct, and why, in the reader's words. */
export interface Correction {
  sheet: string;
  /** As the workbook names it: "C12". */
  cell: string;
  text: string;
}
export interface Marking {
  corrections: readonly Correction[];
  /** Head of the column of reasons. */
  head: string;
}

/** An xls file is read as a whole. */
const LIMITS = { memoryMb: 512, stepMs: 60_000 };

/**
 * The workbook as it was sent, as xlsx, with a comment on each wrong cell and a column of reasons; made in a thread of its
 * own. Values, formulas and number formats stay; colours and widths do not.
 */
export async function withCorrections(bytes: Buffer, marking: Marking): Promise<Buffer> {
  const thread = new URL('./corrections-thread.js', import.meta.url);
  for await (const file of threadRows<Uint8Array>(thread, { bytes, about: marking }, LIMITS))
    return Buffer.from(file);
  throw new AppError('sheet.format');
}
