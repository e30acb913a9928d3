import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { stringify } from 'csv-stringify/sync';
import { writeXlsxStream } from 'hucre/xlsx';
import { describe, expect, it } from '@jest/globals';
import { LOAN_COLUMNS } from '../../../contract/cases/imports.js';
import { openBytes, openPath } from '../../../server/features/imports/import-source.reader.js';
import { parseLedgerRow } from '../../../server/domain/imports/ledger-row.rules.js';
import { parseLoanRow, type SourceRow } from '../../../server/domain/imports/loan-row.rules.js';
import { checkZip } from '../../../server/platform/sheets/zip-limits.js';
import { loanRows } from './portfolio.js';

const columns = [...LOAN_COLUMNS];
const csvOf = (rows: readonly SourceRow[], options: object = {}) =>
  Buffer.from(
    stringify(
      rows.map((row) => row.cells),
      { header: true, columns, ...options },
    ),
  );
const valuesOf = (row: SourceRow) => columns.map((column) => row.cells[column] ?? '');
const xlsxOf = async (rows: readonly unknown[][]) =>
  Buffer.from(await new Response(writeXlsxStream(rows as string[][], { name: 'Book' })).arrayBuffer());
const all = async (source: AsyncIterable<SourceRow>) => {
  const rows: SourceRow[] = [];
  for await (const row of source) rows.push(row);
  return rows;
};

describe('reading a file', () => {
  const rows = loanRows(3);

  it.each<[string, object]>([
    ['commas', {}],
    ['semicolons', { delimiter: ';' }],
    ['a byte order mark', { bom: true }],
    ['quotes everywhere and Windows line ends', { quoted: true, record_delimiter: 'windows' }],
  ])('takes CSV with %s', async (_, options) => {
    const opened = await openBytes(csvOf(rows, options));
    expect(opened.kind).toBe('LOANS');
    expect((await all(opened.rows)).map((row) => [row.line, row.cells])).toEqual(
      rows.map((row) => [row.line, { ...row.cells }]),
    );
  });

  it('takes a workbook with numbers and dates as cells', async () => {
    const typed = rows.map((row) =>
      columns.map((column) => {
        const value = row.cells[column] ?? '';
        if (['principal', 'interest', 'phone', 'period'].includes(column)) return Number(value);
        return column === 'dueDate' ? new Date(`${value}T00:00:00Z`) : value;
      }),
    );
    const bytes = await xlsxOf([columns, ...typed]);
    const read = await all((await openBytes(bytes)).rows);
    expect(read.map((row) => row.line)).toEqual([2, 3, 4]);
    const [first, expected] = [parseLoanRow(read[0]!), parseLoanRow(rows[0]!)];
    expect(first).toEqual(expected);
  });

  it('reads the same from disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recoup-files-'));
    const [csv, xlsx] = [join(folder, 'book.xlsx'), join(folder, 'book.csv')];
    await writeFile(csv, csvOf(rows));
    await writeFile(xlsx, await xlsxOf([columns, ...rows.map(valuesOf)]));
    for (const path of [csv, xlsx]) expect(await all((await openPath(path)).rows)).toHaveLength(3);
    await rm(folder, { recursive: true });
  });

  it('goes on behind a broken line, and names it', async () => {
    const lines = csvOf(loanRows(4)).toString().trimEnd().split('\n');
    lines[2] = `${lines[2]},one,too,many`;
    lines[3] = lines[3]!.replace('María', 'Mar"ía');
    const read = await all((await openBytes(Buffer.from(lines.join('\n')))).rows);
    expect(read.filter((row) => row.broken).map((row) => row.line)).toEqual([3, 4]);
    expect(read.filter((row) => !row.broken)).toHaveLength(2);
  });

  it('does not lose a file to a quote that never ends', async () => {
    const lines = csvOf(loanRows(4)).toString().trimEnd().split('\n');
    lines[2] = lines[2]!.replace('Prestamo', '"Prestamo');
    const read = await all((await openBytes(Buffer.from(lines.join('\n')))).rows);
    expect(read.filter((row) => !row.broken).length).toBeGreaterThanOrEqual(1);
    expect(read.filter((row) => row.broken).length).toBeGreaterThanOrEqual(1);
  });

  it('reads what is not UTF-8 as Windows writes it, and tells what was lost before it came', async () => {
    const text = csvOf(loanRows(1)).toString('utf8');
    const [windows] = await all((await openBytes(Buffer.from(text, 'latin1'))).rows);
    expect(windows!.cells).toMatchObject({ borrowerName: 'María Seedname 1', municipality: 'Coyoacán' });
    const lost = Buffer.from(text.replaceAll('í', '\uFFFD'));
    const [row] = await all((await openBytes(lost)).rows);
    expect(parseLoanRow(row!)).toEqual({ errors: [{ line: 2, field: 'row', reason: 'encoding' }] });
  });

  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), 'import.format'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), 'import.format'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'import.format'],
    ['a zip that is none', Buffer.from('PK\x03\x04 and then nothing'), 'import.format'],
    ['a file without the columns', Buffer.from('a,b,c\n1,2,3\n'), 'import.header'],
    ['a ledger without amounts', Buffer.from('providerReference,type\nx,PAYMENT\n'), 'import.header'],
  ])('refuses %s', async (_, bytes, key) => {
    await expect(openBytes(bytes)).rejects.toMatchObject({ key });
  });

  it('refuses a workbook that unpacks to far more than it is, whatever it says of itself', async () => {
    await expect(checkZip(zipOf(Buffer.alloc(32 * 1024 * 1024), 1000))).rejects.toMatchObject({
      key: 'import.tooHeavy',
    });
    await expect(checkZip(zipOf(Buffer.from('small'), 5))).resolves.toHaveLength(1);
  });
});

describe('a ledger row', () => {
  const now = new Date('2026-03-05T15:00:00Z');
  const cells = {
    loanItemExternalId: 'I-1', paidAt: '2026-03-02', amount: '100.50', channel: 'SPEI', providerReference: 'REF-1', type: 'PAYMENT',
  }; // prettier-ignore
  it('becomes the message of the rails', () => {
    expect(parseLedgerRow({ line: 2, cells }, now)).toEqual({
      type: 'PAYMENT', loanItemExternalId: 'I-1', channel: 'SPEI', paidAt: '2026-03-02T18:00:00.000Z', amount: 10_050, providerReference: 'REF-1',
    }); // prettier-ignore
    // Today's noon is still to come.
    expect(parseLedgerRow({ line: 2, cells: { ...cells, paidAt: '2026-03-05' } }, now)).toMatchObject({
      paidAt: now.toISOString(),
    });
    const reversal = { ...cells, type: 'REVERSAL', originalReference: 'REF-0' };
    expect(parseLedgerRow({ line: 2, cells: reversal }, now)).toMatchObject({
      type: 'REVERSAL',
      originalReference: 'REF-0',
    });
  });
  it.each([
    [{ amount: '0' }, 'amount', 'format'],
    [{ amount: '1.005' }, 'amount', 'format'],
    [{ channel: 'CASH' }, 'channel', 'format'],
    [{ paidAt: '02/03/2026' }, 'paidAt', 'format'],
    [{ providerReference: undefined }, 'providerReference', 'required'],
    [{ type: 'REVERSAL' }, 'originalReference', 'required'],
  ])('with %o is refused', (change, field, reason) => {
    expect(parseLedgerRow({ line: 9, cells: { ...cells, ...change } }, now)).toEqual({
      errors: [{ line: 9, field, reason }],
    });
  });
});

/** A zip of one part that claims to unpack to `claimed` bytes. */
function zipOf(content: Buffer, claimed: number): Buffer {
  const body = deflateRawSync(content);
  const name = Buffer.from('xl/sharedStrings.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(body.length, 18);
  local.writeUInt32LE(claimed, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(body.length, 20);
  entry.writeUInt32LE(claimed, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + body.length, 16);
  return Buffer.concat([local, name, body, entry, name, end]);
}
