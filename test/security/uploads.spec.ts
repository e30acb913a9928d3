import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportRun, ImportStarted } from '../../contract/cases/imports.js';
import { LOAN_COLUMNS } from '../../contract/cases/imports.js';
import { sql } from '../../server/platform/db/sql.js';
import { openBytes } from '../../server/features/imports/import-source.reader.js';
import { parseLedgerRow } from '../../server/domain/imports/ledger-row.rules.js';
import { LoanBook } from '../../server/domain/imports/loan-book.rules.js';
import { parseLoanRow } from '../../server/domain/imports/loan-row.rules.js';
import { checkZip } from '../../server/platform/sheets/zip-limits.js';
import { createDesk, openCase, type Desk, type DeskPerson } from '../features/cases/desk.js';
import { loanRow } from '../features/imports/portfolio.js';
import { answerOf } from '../support/http.js';
import { createStack, type Stack } from '../support/stack.js';

const format = { key: 'import.format' };
const tooHeavy = { key: 'import.tooHeavy' };

describe('a workbook', () => {
  const sheet = (rows: string) =>
    `<worksheet xmlns:r="http://schemas"><sheetData>${rows}</sheetData></worksheet>`;
  const SHEET = 'xl/worksheets/sheet1.xml';

  it('may hold what a loan book holds', async () => {
    const cells = LOAN_COLUMNS.map(
      (_, index) => `<c r="A${index}"><v>1</v></c><c r="CZ1" t="s"><v>2</v></c>`,
    ).join('');
    await expect(checkZip(zip(SHEET, sheet(`<row r="1">${cells}</row>`.repeat(500))))).resolves.toMatchObject(
      [{ name: SHEET }],
    );
  });

  it.each([
    ['a cell far to the right', '<row r="1"><c r="XFD1"/></row>'],
    ['a cell beyond what a book needs', `<x:row><x:c s='1' r = 'dA1'/></x:row>`],
    ['a cell with nothing before its place', '<row r="1"><c s="1"r="AAA1"/></row>'],
    ['a cell whose place is disguised', '<row r="1"><c r="&#88;FD1"/></row>'],
    ['more rows than a sheet has', '<row/>'.repeat(1_048_577)],
  ])('may not hold %s', async (_, rows) => {
    await expect(checkZip(zip(SHEET, sheet(rows)))).rejects.toMatchObject(tooHeavy);
  });

  it('may not hold millions of strings, for they are read as one tree', async () => {
    await expect(checkZip(zip('xl/sharedStrings.xml', '<si/>'.repeat(2_000_001)))).rejects.toMatchObject(
      tooHeavy,
    );
    await expect(checkZip(zip(SHEET, '<c/>'.repeat(2_000_001)))).resolves.toMatchObject([{ name: SHEET }]);
  });

  it('may not have a second directory that only its reader would follow', async () => {
    const honest = zip(SHEET, sheet(''));
    const end = honest.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    const entry = honest.lastIndexOf('PK\x01\x02', undefined, 'latin1');
    for (const at of [end + 12, entry + 20, entry + 24]) {
      const forged = Buffer.from(honest);
      forged.writeUInt32LE(0xffffffff, at);
      await expect(checkZip(forged)).rejects.toMatchObject(format);
    }
  });
});

describe('a text file', () => {
  it('may not have thousands of columns', async () => {
    const header = [...LOAN_COLUMNS, ...Array.from({ length: 200 }, (_, index) => `x${index}`)].join(',');
    await expect(openBytes(Buffer.from(`${header}\n1\n`))).rejects.toMatchObject(format);
  });

  it('may not hold amounts that no event can carry: the row is refused, not the file', () => {
    const reason = (cells: Record<string, string>) => parseLoanRow(loanRow(1, cells));
    expect(reason({ principal: '99999999999.99' })).toEqual({
      errors: [{ line: 2, field: 'principal', reason: 'range' }],
    });
    const ledger = {
      loanItemExternalId: 'X',
      paidAt: '2026-01-01',
      channel: 'SPEI',
      providerReference: 'ref-1',
      type: 'PAYMENT',
    };
    const payment = (amount: string) => parseLedgerRow({ line: 2, cells: { ...ledger, amount } }, new Date());
    expect(payment('99999999999.99')).toEqual({ errors: [{ line: 2, field: 'amount', reason: 'format' }] });
    expect(payment('89999999999.99')).toMatchObject({ amount: 8_999_999_999_999 });
  });

  it('may not fill the database with what is wrong with it, nor the memory', () => {
    const book = new LoanBook([], []);
    let kept = 0;
    for (let line = 0; line < 12_000; line++) {
      book.add(parseLoanRow({ line, cells: { state: 'x' } }));
      if (line % 5_000 === 0) kept += book.take().refused.length;
    }
    const last = book.take();
    expect(kept + last.refused.length).toBeLessThan(100_100);
    expect(last.refusedRows).toBe(1_999);
    const row = parseLoanRow(loanRow(1));
    const known = new LoanBook([{ id: 1, code: 'NORTE', path: '/1/', deviceData: 0 }], [{ id: 2, code: 'Q1', institutionId: 1, kind: 'STANDARD' }]); // prettier-ignore
    for (let again = 0; again < 5_001; again++) known.add(row);
    expect(known.continues(row)).toBe(false);
  });
});

describe('an import over HTTP', () => {
  let stack: Stack;
  let desk: Desk;
  let loanNo: string;
  const due = async () =>
    (await desk.api.rows(sql`SELECT amount_due AS due FROM collection_case WHERE loan_no = ${loanNo}`))[0];
  beforeAll(async () => {
    stack = await createStack();
    desk = await createDesk();
    const caseId = await openCase(desk, 'collector');
    const [found] = await desk.api.rows<{ loanNo: string }>(sql`
      SELECT loan_no AS loanNo FROM collection_case WHERE id = ${caseId}`);
    loanNo = found!.loanNo;
  });
  afterAll(async () => {
    await desk.api.close();
    await stack.close();
  });

  async function imported(person: DeskPerson, content: string): Promise<ImportRun> {
    const file = Buffer.from(content);
    const { data } = await desk.as[person].upload<ImportStarted>(
      'management/task/import',
      file,
      'ledger.csv',
    );
    for (;;) {
      const run = (await desk.as[person].get<ImportRun>(`management/task/import/${data.importId}`)).data;
      if (run.status !== 'RUNNING') return run;
    }
  }

  it('neither pays nor takes back what belongs to another institution, and does not tell that it is there', async () => {
    const header = 'loanItemExternalId,paidAt,amount,channel,providerReference,type,originalReference';
    const line = (reference: string, type = 'PAYMENT', original = '', item = loanNo) =>
      `${item},2026-03-02,100.00,LEDGER,${reference},${type},${original}`;
    expect(await imported('admin', [header, line('OURS-1')].join('\n'))).toMatchObject({ rowsKept: 1 });
    const before = await due();
    const run = await imported(
      'otherAdmin',
      [
        header,
        line('THEIRS-1'),
        line('OURS-1'),
        line('THEIRS-2', 'REVERSAL', 'OURS-1'),
        line('THEIRS-3', 'PAYMENT', '', 'NOWHERE'),
        line('THEIRS-4', 'REVERSAL', 'NOWHERE'),
      ].join('\n'),
    );
    expect(run).toMatchObject({
      status: 'DONE', rowsKept: 0, rowsUnchanged: 0, rowsRefused: 5,
      errors: [
        { line: 2, field: 'loanItemExternalId', reason: 'unknown' },
        { line: 3, field: 'loanItemExternalId', reason: 'unknown' },
        { line: 4, field: 'originalReference', reason: 'unknown' },
        { line: 5, field: 'loanItemExternalId', reason: 'unknown' },
        { line: 6, field: 'originalReference', reason: 'unknown' },
      ],
    }); // prettier-ignore
    expect(await due()).toEqual(before);
  });

  it('answers a refusal as one also where a file would have been the answer', async () => {
    expect(await desk.as.admin.get('management/task/import/999999/errors')).toMatchObject({
      status: 200,
      code: '21',
    });
  });

  it('takes two references that differ in case for two payments', async () => {
    const header = 'loanItemExternalId,paidAt,amount,channel,providerReference,type';
    const line = (reference: string) => `${loanNo},2026-03-02,100.00,LEDGER,${reference},PAYMENT`;
    const run = await imported('admin', [header, line('Qw3rTy'), line('qw3RtY')].join('\n'));
    expect(run).toMatchObject({ rowsKept: 2, rowsUnchanged: 0 });
  });

  it('outlives what is no proper form, and a caller who goes away in the middle', async () => {
    const form = () =>
      desk.as.admin.agent.post('/api/management/task/import').type('multipart/form-data; boundary=x');
    const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    for (const body of [
      '',
      '--x',
      file,
      `${file}a,b\r\n--x--`,
      `${file}a\r\n${file}b\r\n--x--\r\n`,
      '--y--',
      `${file.replace('"file"', '"__proto__"')}a\r\n--x--\r\n`,
    ]) {
      const { status, code } = await answerOf(form().send(body));
      expect({ [body]: [status < 500, code] }).toEqual({ [body]: [true, '22'] });
    }
    const arrived = once(desk.api.app.getHttpServer(), 'request');
    const endless = form();
    endless.write(file);
    await arrived;
    endless.abort();
    expect((await desk.as.admin.get('login/currentUser')).code).toBe('00');
  });
});

/** A zip of one part, padded so that it does not unpack to a hundred times its size. */
function zip(name: string, content: string): Buffer {
  const padding = randomBytes(Math.ceil(content.length / 60)).toString('base64');
  const body = Buffer.from(`${content}<!--${padding}-->`);
  const packed = deflateRawSync(body);
  const sizes = (buffer: Buffer, at: number) => {
    buffer.writeUInt32LE(packed.length, at);
    buffer.writeUInt32LE(body.length, at + 4);
    buffer.writeUInt16LE(name.length, at + 8);
    return buffer;
  };
  const local = sizes(Buffer.alloc(30), 18);
  local.write('PK\x03\x04', 0, 'latin1');
  local.writeUInt16LE(8, 8);
  const entry = sizes(Buffer.alloc(46), 20);
  entry.write('PK\x01\x02', 0, 'latin1');
  entry.writeUInt16LE(8, 10);
  const directory = 30 + name.length + packed.length;
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(directory, 16);
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end]);
}
