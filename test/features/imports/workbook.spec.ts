import { randomBytes } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LOAN_COLUMNS, type ImportRun, type ImportStarted } from '../../../contract/cases/imports.js';
import { openBytes } from '../../../server/features/imports/import-source.reader.js';
import { workbookRows, type WorkbookRow } from '../../../server/platform/sheets/workbook.js';
import { eventually } from '../../support/eventually.js';
import { createStack, type Stack } from '../../support/stack.js';
import { createDesk, type Desk } from '../cases/desk.js';
import { workbookOf, zipOf } from './books.js';
import { loanRow } from './portfolio.js';

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (cells: readonly string[]) => `<row>${cells.map(text).join('')}</row>`;
/** A loan book of so many rows, beginning with borrower number `from`. */
function loanBook(from: number, count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const { cells } = loanRow(from + index);
    return row(LOAN_COLUMNS.map((column) => cells[column] ?? ''));
  });
  return workbookOf(row(LOAN_COLUMNS) + rows.join(''), []);
}
/** Its texts are read as one tree, which takes a while and much memory. */
function wordyBook(texts: number): Buffer {
  return workbookOf(
    row(['a']),
    Array.from({ length: texts }, () => randomBytes(12).toString('hex')),
  );
}
const bomb = () => zipOf([['xl/worksheets/sheet1.xml', Buffer.alloc(200 * 1024 * 1024)]]);

async function all(rows: AsyncIterable<WorkbookRow>): Promise<WorkbookRow[]> {
  const read: WorkbookRow[] = [];
  for await (const each of rows) read.push(each);
  return read;
}

describe('the thread of a workbook', () => {
  it('gives the rows in order, more than one step of them', async () => {
    const read = await all(workbookRows(loanBook(1, 1_200)));
    expect(read.map(({ line }) => line)).toEqual(Array.from({ length: 1_201 }, (_, index) => index + 1));
    expect(read[0]!.values).toEqual([...LOAN_COLUMNS]);
    expect(read[1_200]!.values).toContain('B-1200');
  });

  it('holds nobody up meanwhile', async () => {
    const bytes = wordyBook(60_000);
    await eventually(async () => {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await all(workbookRows(bytes));
      delay.disable();
      expect(delay.max / 1e6).toBeLessThan(50);
    });
  });

  it('that needs more memory than it may have ends alone, with a refusal', async () => {
    const limits = { memoryMb: 24, stepMs: 60_000 };
    await expect(all(workbookRows(wordyBook(150_000), limits))).rejects.toMatchObject({
      key: 'import.tooHeavy',
    });
  });

  it('that takes longer than it may is ended, with a refusal', async () => {
    const limits = { memoryMb: 256, stepMs: 1 };
    await expect(all(workbookRows(wordyBook(1_000), limits))).rejects.toMatchObject({
      key: 'import.tooHeavy',
    });
  });

  it('refuses what is small and unpacks to much, and what is no workbook inside', async () => {
    const bytes = bomb();
    expect(bytes.length).toBeLessThan(512 * 1024);
    await expect(openBytes(bytes)).rejects.toMatchObject({ key: 'import.tooHeavy' });
    await expect(openBytes(zipOf([['a.txt', 'nothing']]))).rejects.toMatchObject({ key: 'import.format' });
  });

  it('ends with who stops reading, and with a file that is closed unread', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = threads();
    for await (const first of workbookRows(loanBook(1, 2_000))) {
      expect(first.line).toBe(1);
      break;
    }
    const { close } = await openBytes(loanBook(1, 10));
    await close();
    await expect(openBytes(workbookOf(row(['a']), []))).rejects.toMatchObject({ key: 'import.header' });
    expect(threads()).toBe(before);
  });
});

describe('a workbook over HTTP', () => {
  let stack: Stack;
  let desk: Desk;
  beforeAll(async () => {
    stack = await createStack();
    desk = await createDesk();
  });
  afterAll(async () => {
    await desk.api.close();
    await stack.close();
  });

  const upload = (bytes: Buffer) =>
    desk.as.admin.upload<ImportStarted>('management/task/import', bytes, 'book.xlsx');

  it('is taken in like any other file', async () => {
    const { code, data } = await upload(loanBook(5_000, 30));
    expect(code).toBe('00');
    const run = await eventually(async () => {
      const answer = await desk.as.admin.get<ImportRun>(`management/task/import/${data.importId}`);
      expect(answer.data.status).not.toBe('RUNNING');
      return answer.data;
    });
    expect(run).toMatchObject({ status: 'DONE', rowsRead: 30, rowsKept: 30 });
  });

  it('that is a bomb is refused in clear words; the next file is taken', async () => {
    expect(await upload(bomb())).toMatchObject({
      code: '22',
      message: 'The workbook holds too much to be read. Send it in parts, or as CSV',
    });
    const { code, data } = await upload(loanBook(6_000, 1));
    expect(code).toBe('00');
    await eventually(async () => {
      const run = await desk.as.admin.get<ImportRun>(`management/task/import/${data.importId}`);
      expect(run.data.status).toBe('DONE');
    });
  });

  it('is looked at one at a time', async () => {
    const answers = await Promise.all([upload(bomb()), upload(bomb()), upload(bomb())]);
    const codes = answers.map(({ code }) => code);
    expect(codes).toContain('22');
    expect(codes).toContain('23');
  });
});
