import { streamXlsxRows } from 'hucre/xlsx';
import { serveSteps } from './serve-steps.js';
import type { ReadingStep, WorkbookRow } from './workbook.js';
import { checkZip } from './zip-limits.js';

/** Weighs a workbook, then reads its first sheet row by row. */
const STEP_ROWS = 500;
const STEP_CHARACTERS = 256 * 1024;

async function* steps(bytes: Buffer): AsyncGenerator<ReadingStep<WorkbookRow>> {
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

serveSteps(steps);
