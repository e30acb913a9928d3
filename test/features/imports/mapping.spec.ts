import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from '@jest/globals';
import {
  PREVIEW_ROWS,
  type ImportLook,
  type ImportPreview,
  type NamedMapping,
} from '../../../contract/cases/import-mapping.js';
import { LOAN_COLUMNS, type ImportRun, type ImportStarted } from '../../../contract/cases/imports.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createDesk, type DeskPerson } from '../cases/desk.js';
import { useDesk } from '../../support/site.js';
import { book, completed, HEADINGS } from './lenders-book.js';
import { loanRow } from './portfolio.js';

const { desk } = useDesk(createDesk);
const ROOT = 'management/task/import';

const send = <Data>(person: DeskPerson, call: string, bytes: Buffer, fields: object = {}) =>
  desk.as[person].upload<Data>(call, bytes, 'cartera.csv', fields);
const look = async (bytes: Buffer, reading: object = {}, person: DeskPerson = 'admin') =>
  (await send<ImportLook>(person, 'management/task/import/look', bytes, { reading })).data;
const preview = async (bytes: Buffer, mapping: NamedMapping) =>
  (await send<ImportPreview>('admin', 'management/task/import/preview', bytes, { mapping })).data;

async function finished(importId: number): Promise<ImportRun> {
  for (;;) {
    const { data } = await desk.as.admin.get<ImportRun>(`${ROOT}/${importId}`);
    if (data.status !== 'RUNNING') return data;
  }
}

describe('a book of a lender', () => {
  it('is proposed by what its headings, days and amounts say', async () => {
    const found = await look(book(1, 30));
    expect(found).toMatchObject({ isWorkbook: false, headings: Object.keys(HEADINGS), kept: [] });
    expect(found.rows).toHaveLength(5);
    expect(found.rows[0]![1]).toBe('María Seedname 1');
    const { columns, ...notation } = found.mapping;
    expect(notation).toEqual({
      ...{ kind: 'LOANS', encoding: 'windows-1252', separator: ';', days: 'DMY', decimals: 'COMMA' },
    });
    const proposed = Object.fromEntries(
      columns.map(({ column, heading, constant }) => [column, heading ?? `= ${constant}`]),
    );
    const meant = Object.fromEntries(Object.entries(HEADINGS).map(([heading, column]) => [column, heading]));
    // A loan without items is one item, and there is one institution and one queue.
    const only = { institutionCode: '= NORTE', queueCode: '= Q1' };
    expect(proposed).toEqual({ ...meant, ...only, loanItemExternalId: 'Crédito' });
    expect(found).toMatchObject({ institutions: ['NORTE'], queues: ['Q1'] });
  });

  it('is judged before anything is written, with the text of what is refused', async () => {
    const found = await look(book(1, 30));
    const bytes = book(1, 30);
    const before = await counts();
    expect(await preview(bytes, found.mapping)).toMatchObject({
      ...{ kind: 'LOANS', rowsRead: 30, isWhole: true, rowsNew: 0, rowsUnchanged: 0, rowsRefused: 30 },
      faults: [
        { field: 'platform', reason: 'format', value: 'Android', rows: 30, line: 2 },
        { field: 'reloan', reason: 'format', value: 'Sí', rows: 30, line: 2 },
      ],
    });
    expect(await preview(bytes, completed(found))).toMatchObject({
      ...{ rowsRead: 30, rowsNew: 30, rowsRefused: 0, faults: [] },
      doubts: [{ doubt: 'product', value: 'PAYDAY', rows: 30, line: 2 }],
    });
    expect(await counts()).toEqual(before);
  });

  it('is taken in by the mapping, which is kept for the next file under its name', async () => {
    const mapping = { ...completed(await look(book(1, 30))), name: 'Cartera diaria' };
    const started = await send<ImportStarted>('admin', ROOT, book(1, 30), { mapping });
    expect(await finished(started.data.importId)).toMatchObject({ rowsKept: 30, rowsRefused: 0 });
    const [item] = await desk.api.rows(sql`
      SELECT l.contract_amount AS contractAmount, l.reloan, p.principal, p.penalty, b.name
      FROM loan_item l JOIN borrower b ON b.id = l.borrower_id JOIN plan_row p ON p.loan_item_id = l.id
      WHERE l.external_id = 'C-7'`);
    expect(item).toEqual({
      ...{ contractAmount: 200_000, reloan: 1, principal: 100_000, penalty: 2_000, name: 'María Seedname 7' },
    });
    const next = await look(book(20, 40));
    const { name, ...content } = mapping;
    expect(next.kept).toMatchObject([{ name, mapping: content }]);
    expect(next.mapping).toEqual(content);
    expect(await preview(book(20, 40), next.mapping)).toMatchObject({ rowsNew: 10, rowsUnchanged: 11 });
    // The same name again: one mapping, the newer.
    await send('admin', ROOT, book(41, 41), { mapping: { ...mapping, days: 'MDY' } });
    expect((await look(book(20, 40))).kept).toMatchObject([{ name, mapping: { days: 'MDY' } }]);
  });

  it('keeps a mapping from other institutions, and forgets it when asked', async () => {
    expect((await look(book(1, 2), {}, 'otherAdmin')).kept).toEqual([]);
    const { id } = (await look(book(1, 2))).kept[0]!;
    expect((await desk.as.otherAdmin.post('management/task/import/mapping/delete', { id })).code).toBe('21');
    expect((await desk.as.admin.post('management/task/import/mapping/delete', { id })).code).toBe('00');
    expect((await look(book(1, 2))).kept).toEqual([]);
    for (const person of ['collector', 'leader', 'supervisor'] as const)
      for (const call of ['management/task/import/look', 'management/task/import/preview'])
        expect((await send(person, call, book(1, 2))).code).toBe('20');
  });

  it('is refused by name when a heading has gone, and when a needed column has no source', async () => {
    const mapping = completed(await look(book(1, 2)));
    const other = Buffer.from(book(1, 2).toString('latin1').replace('Vencimiento', 'Vence el'), 'latin1');
    expect(await send('admin', 'management/task/import/preview', other, { mapping })).toMatchObject({
      code: '22',
      message: 'The file has no heading “Vencimiento” any more. Map its columns again',
    });
    const columns = mapping.columns.filter(({ column }) => column !== 'phone');
    expect(await send('admin', ROOT, book(1, 2), { mapping: { ...mapping, columns } })).toMatchObject({
      code: '22',
      message: 'The file lacks the column phone',
    });
  });

  it('refuses a mapping that is none, with the field at fault', async () => {
    const mapping = completed(await look(book(1, 2)));
    const twice = { ...mapping, columns: [...mapping.columns, mapping.columns[0]] };
    const both = { ...mapping, columns: [{ column: 'phone', heading: 'Celular', constant: '1' }] };
    const neither = { ...mapping, columns: [{ column: 'phone' }] };
    for (const bad of [twice, both, neither, { ...mapping, encoding: 'ebcdic' }, [], 'x'])
      expect((await send('admin', 'management/task/import/preview', book(1, 2), { mapping: bad })).code).toBe(
        '22',
      );
    const text = desk.as.admin.agent.post('/api/management/task/import/preview').field('mapping', '{"kind":');
    const { body } = (await text.attach('file', book(1, 2), 'x.csv')) as { body: { code: string } };
    expect(body.code).toBe('22');
  });

  it('names what somebody should look at first', async () => {
    const rows = [
      loanRow(901, { borrowerName: '<b>Ana</b>' }),
      loanRow(902, { borrowerName: '=1+1' }),
      loanRow(903, { phone: '5559000001' }),
      loanRow(904, { phone: '5559000001' }),
      loanRow(905, { phone: '5559000002' }),
    ].map(({ cells }) => ({ ...cells, institutionCode: 'NORTE', queueCode: 'Q1' }));
    const bytes = Buffer.from(stringify(rows, { header: true, columns: [...LOAN_COLUMNS] }));
    const found = await look(bytes);
    const { doubts } = await preview(bytes, found.mapping);
    expect(doubts.filter(({ doubt }) => doubt !== 'product')).toMatchObject([
      { doubt: 'markup', value: '<b>Ana</b>', rows: 1, line: 2 },
      { doubt: 'markup', value: '=1+1', rows: 1, line: 3 },
      { doubt: 'phone', rows: 2, line: 4 },
    ]);
    expect(JSON.stringify(doubts)).not.toContain('5559000001');
  });

  it('is judged up to a number of rows, and says so', async () => {
    const line = `${LOAN_COLUMNS.map(() => 'x').join(',')}\n`;
    const bytes = Buffer.from(`${LOAN_COLUMNS.join(',')}\n${line.repeat(PREVIEW_ROWS + 1)}`);
    const found = await look(bytes);
    const answer = await preview(bytes, found.mapping);
    expect(answer).toMatchObject({ rowsRead: PREVIEW_ROWS, isWhole: false, rowsRefused: PREVIEW_ROWS });
    // Each of them counts, also beyond the thousand that an import keeps.
    expect(answer.faults[0]).toMatchObject({ value: 'x', rows: PREVIEW_ROWS, line: 2 });
  });
});

describe('a ledger of a lender', () => {
  it('is proposed and judged as one', async () => {
    const text = [
      'Crédito\tFecha del pago\tImporte\tCanal\tReferencia de pago\tTipo',
      'C-7\t03/02/2026\t1,050.00\tLEDGER\tREF-0001\tPAYMENT',
      'C-7\t04/02/2026\t0\tLEDGER\tREF-0002\tPAYMENT',
    ].join('\r\n');
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const { mapping } = await look(bytes);
    expect(mapping).toMatchObject({ kind: 'LEDGER', encoding: 'utf-16le', separator: '\t', days: 'DMY' });
    expect(await preview(bytes, mapping)).toMatchObject({
      ...{ kind: 'LEDGER', rowsRead: 2, rowsNew: 1, rowsRefused: 1 },
      faults: [{ field: 'amount', reason: 'format', value: '0', rows: 1, line: 3 }],
    });
  });
});

async function counts(): Promise<unknown> {
  return desk.api.rows(sql`
    SELECT (SELECT COUNT(*) FROM loan_item) AS items, (SELECT COUNT(*) FROM import_run) AS runs,
      (SELECT COUNT(*) FROM import_error) AS errors, (SELECT COUNT(*) FROM domain_event) AS events`);
}
