import { parse } from 'csv-parse/sync';
import { describe, expect, it } from '@jest/globals';
import type { ImportLook, NamedMapping } from '../../../contract/cases/import-mapping.js';
import { LOAN_COLUMNS, type ImportRun, type ImportStarted } from '../../../contract/cases/imports.js';
import { createDesk, type DeskPerson } from '../cases/desk.js';
import { useDesk } from '../../support/site.js';
import { book, completed, HEADINGS } from './lenders-book.js';
import { loanRow } from './portfolio.js';

const { desk } = useDesk(createDesk);
const ROOT = 'management/task/import';
const NAMES = Object.keys(HEADINGS);

const send = <Data>(call: string, bytes: Buffer, fields: object = {}, person: DeskPerson = 'admin') =>
  desk.as[person].upload<Data>(call, bytes, 'cartera.csv', fields);
const lookAt = async (bytes: Buffer) => completed((await send<ImportLook>(`${ROOT}/look`, bytes)).data);

async function imported(bytes: Buffer, mapping?: NamedMapping): Promise<ImportRun> {
  const { data } = await send<ImportStarted>(ROOT, bytes, { ...(mapping && { mapping }) });
  for (;;) {
    const run = await desk.as.admin.get<ImportRun>(`${ROOT}/${data.importId}`);
    if (run.data.status !== 'RUNNING') return run.data;
  }
}

/** The file as a browser gets it, in the viewer's language. */
async function refusedOf(run: ImportRun, bytes: Buffer, mapping?: NamedMapping, language = 'es') {
  const form = desk.as.admin.agent
    .post(`/api/management/task/import/${run.id}/refusedRows`)
    .set('accept-language', language);
  if (mapping) form.field('mapping', JSON.stringify(mapping));
  return form.attach('file', bytes, 'cartera.csv').buffer(true);
}
const rowsOf = (text: string, delimiter = ';'): string[][] => parse(text, { bom: true, delimiter });

describe('the rows that an import refused', () => {
  it('come back as the file has them, say what to correct, and are imported by themselves', async () => {
    const lines = [book(1, 3), book(4, 4, { phone: 'no tiene', period: '0' }), book(5, 6)];
    // The heading stands once.
    const bytes = Buffer.concat(
      lines.map((part, at) => (at === 0 ? part : part.subarray(part.indexOf(10) + 1))),
    );
    const mapping = await lookAt(book(1, 3));
    const run = await imported(bytes, mapping);
    expect(run).toMatchObject({ rowsRead: 6, rowsKept: 5, rowsRefused: 1 });
    const answer = await refusedOf(run, bytes, mapping);
    expect(answer.type).toContain('text/csv');
    const [heads, ...rows] = rowsOf(answer.text);
    expect(heads).toEqual([...NAMES, 'Por corregir']);
    expect(rows).toHaveLength(1);
    const cells = Object.fromEntries(rows[0]!.map((cell, at) => [heads![at], cell]));
    expect(cells).toMatchObject({
      Crédito: 'C-4',
      'Nombre del cliente': 'María Seedname 4',
      Celular: 'no tiene',
    });
    expect(cells['Por corregir']).toBe('Cuota: está fuera de rango; Celular: no es válida');
    const corrected = Buffer.from(
      answer.text
        .replace('no tiene', '+52 55 5100 0004')
        .replace(';0;', ';1;')
        .replace(/\r?\n$/, ''),
    );
    const again = await imported(corrected, await lookAt(corrected));
    expect(again).toMatchObject({ rowsRead: 1, rowsKept: 1, rowsRefused: 0 });
  });

  it('name our own columns where no mapping is sent, in each language', async () => {
    const text = (cells: object) =>
      LOAN_COLUMNS.map((column) => (cells as Record<string, string>)[column] ?? '').join(',');
    const bytes = Buffer.from(
      [
        LOAN_COLUMNS.join(','),
        text(loanRow(71).cells),
        text(loanRow(72, { principal: '-5' }).cells),
        'a"b',
      ].join('\n'),
    );
    const run = await imported(bytes);
    expect(run).toMatchObject({ rowsKept: 1, rowsRefused: 2 });
    for (const [language, reason, broken] of [
      ['en', 'principal: is not valid', 'is not valid'],
      ['es', 'principal: no es válida', 'no es válida'],
      ['zh', 'principal: 无效', '无效'],
    ] as const) {
      const [, ...rows] = rowsOf((await refusedOf(run, bytes, undefined, language)).text, ',');
      expect(rows.map((cells) => cells.at(-1))).toEqual([reason, broken]);
    }
  });

  it('keep what a spreadsheet would take for a formula, there and back', async () => {
    const bytes = book(81, 81, { borrowerName: '=1+1', period: '0' });
    const mapping = await lookAt(bytes);
    const run = await imported(bytes, mapping);
    const { text } = await refusedOf(run, bytes, mapping);
    expect(text).toContain("'=1+1");
    const corrected = Buffer.from(text.replace(';0;', ';1;'));
    expect(await imported(corrected, await lookAt(corrected))).toMatchObject({ rowsKept: 1 });
    const names = await desk.api.rows({
      text: "SELECT borrower_name AS name FROM collection_case WHERE borrower_name LIKE '%1+1'",
      params: [],
    });
    expect(names).toEqual([{ name: '=1+1' }]);
  });

  it('are told of the very file alone, and to whoever may see the run', async () => {
    const bytes = book(91, 91, { period: '0' });
    const mapping = await lookAt(bytes);
    const { id } = await imported(bytes, mapping);
    const other = await send(`management/task/import/${id}/refusedRows`, book(92, 92));
    expect(other).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'file', rule: 'import.otherFile' }] },
    });
    expect((await send(`management/task/import/${id}/refusedRows`, bytes, {}, 'otherAdmin')).code).toBe('21');
    expect((await send(`management/task/import/${id}/refusedRows`, bytes, {}, 'collector')).code).toBe('20');
    expect((await send(`management/task/import/${999_999}/refusedRows`, bytes)).code).toBe('21');
  });
});
