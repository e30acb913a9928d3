import { read, utils, write, type WorkSheet } from '@e965/xlsx';
import { grouped } from '../../../contract/shared/grouped.js';
import type { Correction, Marking } from './corrections.js';
import { serveSteps } from './serve-steps.js';
import type { ReadingStep } from './workbook.js';

/** Marks the cells to correct of a workbook in a thread with limits. */
async function* steps(
  bytes: Buffer,
  { corrections, head }: Marking,
): AsyncGenerator<ReadingStep<Uint8Array>> {
  const book = read(bytes, { cellNF: true });
  for (const [name, cells] of grouped(corrections, ({ sheet }) => sheet)) {
    const found = book.SheetNames.find((each) => each.trim().toLowerCase() === name);
    if (found) mark(book.Sheets[found]!, cells, head);
  }
  const file = write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array;
  yield { rows: [new Uint8Array(file)], last: true };
}

function mark(sheet: WorkSheet, cells: readonly Correction[], head: string): void {
  const range = utils.decode_range(sheet['!ref'] ?? 'A1');
  const column = range.e.c + 1;
  const put = (line: number, text: string) => {
    sheet[utils.encode_cell({ r: line, c: column })] = { t: 's', v: text };
  };
  put(0, head);
  for (const { cell, text } of cells) {
    const wrong = (sheet[cell] ??= { t: 'z' });
    wrong.c ??= [];
    wrong.c.hidden = true;
    wrong.c.push({ a: 'Recoup', t: text });
  }
  for (const [line, wrong] of grouped(cells, ({ cell }) => utils.decode_cell(cell).r))
    put(line, wrong.map(({ cell, text }) => `${cell}: ${text}`).join('; '));
  const last = Math.max(range.e.r, ...cells.map(({ cell }) => utils.decode_cell(cell).r));
  sheet['!ref'] = utils.encode_range(range.s, { r: last, c: column });
}

serveSteps(steps);
