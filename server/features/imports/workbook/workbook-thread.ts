import { parentPort, workerData } from 'node:worker_threads';
import { streamXlsxRows } from 'hucre/xlsx';
import type { ErrorKey } from '../../../../contract/errors.js';
import { AppError } from '../../../platform/http/app-error.js';
import type { WorkbookRow, WorkbookStep } from './workbook.js';
import { checkZip } from './zip-limits.js';

/**
 * Runs in a thread of its own (workbook.ts starts it): weighs a workbook, then answers each word from outside with the next
 * rows, and reads no further than it was asked to.
 */
const STEP_ROWS = 500;
const STEP_CHARACTERS = 256 * 1024;

const port = parentPort!;

async function* steps(bytes: Buffer): AsyncGenerator<WorkbookStep> {
  await checkZip(bytes);
  let rows: WorkbookRow[] = [];
  let characters = 0;
  for await (const { index, values } of streamXlsxRows(bytes)) {
    const texts = values.map(textOf);
    rows.push({ line: index + 1, values: texts });
    characters += texts.reduce((sum, text) => sum + text.length, 0);
    if (rows.length < STEP_ROWS && characters < STEP_CHARACTERS) continue;
    yield { rows };
    rows = [];
    characters = 0;
  }
  yield { rows, last: true };
}

/** A cell as its text in a CSV file would be. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (!(value instanceof Date)) return String(value);
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** hucre's own errors describe the file's internals, which does not help the sender. */
function refusalOf(error: unknown): ErrorKey {
  return error instanceof AppError ? error.key : 'import.format';
}

const { buffer, byteOffset, byteLength } = workerData as Uint8Array<ArrayBuffer>;
const waiting = steps(Buffer.from(buffer, byteOffset, byteLength));
port.on('message', () => {
  void waiting.next().then(
    ({ value }) => port.postMessage(value ?? { rows: [], last: true }),
    (error: unknown) => port.postMessage({ refused: refusalOf(error) } satisfies WorkbookStep),
  );
});
