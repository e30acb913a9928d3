import { serveSteps } from '../../imports/workbook/serve-steps.js';
import type { ReadingStep } from '../../imports/workbook/workbook.js';
import { isZip, type SheetPart } from './sheets.js';

/** Reads both sheets of a schedule, xls or xlsx, in a thread with limits. */
async function* steps(bytes: Buffer): AsyncGenerator<ReadingStep<SheetPart>> {
  // Only an xls file costs the memory of its library.
  const read = isZip(bytes) ? (await import('./xlsx.js')).xlsxRows : (await import('./xls.js')).xlsRows;
  for await (const part of read(bytes)) yield { rows: [part] };
  yield { rows: [], last: true };
}

serveSteps(steps);
