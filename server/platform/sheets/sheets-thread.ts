import { serveSteps } from './serve-steps.js';
import type { ReadingStep } from './workbook.js';
import { isZip, type Layout, type SheetPart } from './sheets.js';

/** Reads the sheets of a workbook, xls or xlsx, in a thread with limits. */
async function* steps(bytes: Buffer, layout: Layout): AsyncGenerator<ReadingStep<SheetPart>> {
  // Only an xls file costs the memory of its library.
  const read = isZip(bytes) ? (await import('./xlsx.js')).xlsxRows : (await import('./xls.js')).xlsRows;
  for await (const part of read(bytes, layout)) yield { rows: [part] };
  yield { rows: [], last: true };
}

serveSteps(steps);
