import { stringify } from 'csv-stringify/sync';
import { describe, expect, it } from '@jest/globals';
import { LOAN_COLUMNS, type ImportRun, type ImportStarted } from '../../../contract/cases/imports.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createDesk, openCase, type DeskPerson } from '../cases/desk.js';
import { answerOf } from '../../support/http.js';
import { useDesk } from '../../support/site.js';
import { loanRow, loanRows } from './portfolio.js';
import type { SourceRow } from '../../../server/domain/imports/loan-row.rules.js';

const { desk } = useDesk(createDesk);

const csvOf = (rows: readonly SourceRow[]) =>
  stringify(
    rows.map((row) => row.cells),
    { header: true, columns: [...LOAN_COLUMNS] },
  );

const upload = (person: DeskPerson, content: string | Buffer) =>
  desk.as[person].upload<ImportStarted>('management/task/import', Buffer.from(content), '../../book.csv');

async function finished(importId: number): Promise<ImportRun> {
  for (;;) {
    const { data } = await desk.as.admin.get<ImportRun>(`management/task/import/${importId}`);
    if (data.status !== 'RUNNING') return data;
  }
}

describe('an import over HTTP', () => {
  it('answers at once, takes in what is good and lists what is not', async () => {
    const started = await upload(
      'admin',
      csvOf([...loanRows(600), loanRow(601, { phone: '=1+1' }), loanRow(602, { period: '0' })]),
    );
    expect(started).toMatchObject({ status: 200, code: '00', data: { kind: 'LOANS' } });
    const { importId } = started.data;
    const run = await finished(importId);
    expect(run).toMatchObject({
      status: 'DONE', rowsRead: 602, rowsKept: 600, rowsRefused: 2, deviceContactsDropped: 600,
      errors: [{ line: 602, field: 'phone', reason: 'format' }, { line: 603, field: 'period', reason: 'range' }],
    }); // prettier-ignore
    const csv = await desk.as.admin.agent.get(`/api/management/task/import/${importId}/errors`);
    expect(csv.type).toContain('text/csv');
    expect(csv.text).toContain('602,phone,format');
    const again = await upload('admin', csvOf(loanRows(600)));
    expect(await finished(again.data.importId)).toMatchObject({ rowsKept: 0, rowsUnchanged: 600 });
    const [event] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'import.finished' AND subject_id = ${importId}`);
    expect(JSON.parse(event!.payload)).toEqual({
      importId, rowsRead: 602, rowsKept: 600, rowsRefused: 2, deviceContactsDropped: 600,
      startedBy: desk.people.admin.id, institutionId: desk.org.institutionId,
    }); // prettier-ignore
  });

  it('begins with a template that names the sender’s own queues, and refuses it as it came', async () => {
    const { text } = await desk.as.admin.agent.get('/api/management/task/import/template');
    const [heads, ...lines] = text.replace('\uFEFF', '').trim().split('\n');
    expect(heads).toBe(LOAN_COLUMNS.join(','));
    const codes = await desk.api.rows<{ code: string }>(sql`
      SELECT CONCAT(i.code, ',', q.code) AS code FROM queue q JOIN institution i ON i.id = q.institution_id
      WHERE i.id = ${desk.org.institutionId} ORDER BY q.code`);
    expect(lines.map((line) => line.replace(/,+$/, ''))).toEqual(codes.map(({ code }) => code));
    const { data } = await upload('admin', text);
    expect(await finished(data.importId)).toMatchObject({ rowsKept: 0, rowsRefused: codes.length });
  });

  it('takes rows of the sender’s institutions only', async () => {
    const started = await upload('otherAdmin', csvOf([loanRow(700)]));
    for (;;) {
      const { data } = await desk.as.otherAdmin.get<ImportRun>(
        `management/task/import/${started.data.importId}`,
      );
      if (data.status === 'RUNNING') continue;
      expect(data.errors).toEqual([{ line: 2, field: 'institutionCode', reason: 'unknown' }]);
      break;
    }
    expect((await desk.as.admin.get(`management/task/import/${started.data.importId}`)).code).toBe('21');
  });

  it('refuses who may not, and what is no import', async () => {
    for (const person of ['collector', 'leader', 'supervisor'] as const) {
      expect((await upload(person, csvOf([loanRow(1)]))).code).toBe('20');
      expect((await desk.as[person].get('management/task/import/1')).code).toBe('20');
    }
    const form = desk.as.admin.agent
      .post('/api/management/task/import')
      .type('multipart/form-data; boundary=x');
    const empty = form.send('--x--\r\n');
    expect((await answerOf(empty)).code).toBe('22');
    expect((await upload('admin', Buffer.from('89504e470d0a1a0a00', 'hex'))).code).toBe('22');
    const header = await upload('admin', 'institutionCode,queueCode\nNORTE,Q1\n');
    expect(header).toMatchObject({ code: '22', message: 'The file lacks the column appName' });
    expect((await desk.as.admin.post('management/task/import', { file: 'x' })).code).toBe('22');
    expect((await desk.as.admin.get('management/task/import/999999')).code).toBe('21');
  });

  it('refuses what is too large', async () => {
    const answer = await upload('admin', Buffer.alloc(65 * 1024 * 1024, 'a'));
    expect(answer).toMatchObject({ status: 413, code: '22' });
  });

  it('posts a ledger by the code of the callback, once', async () => {
    const caseId = await openCase(desk, 'collector');
    const [{ loanNo }] = (await desk.api.rows<{ loanNo: string }>(sql`
      SELECT loan_no AS loanNo FROM collection_case WHERE id = ${caseId}`)) as [{ loanNo: string }];
    const header = 'loanItemExternalId,paidAt,amount,channel,providerReference,type,originalReference';
    const ledger = [
      header,
      `${loanNo},2026-03-02,100.00,LEDGER,LEDGER-1,PAYMENT,`,
      `${loanNo},2026-03-02,100.00,LEDGER,LEDGER-1,PAYMENT,`,
      `${loanNo},2026-03-03,50.00,LEDGER,LEDGER-2,REVERSAL,LEDGER-1`,
      `NOBODY,2026-03-03,50.00,LEDGER,LEDGER-3,PAYMENT,`,
      `${loanNo},2026-03-03,-5,LEDGER,LEDGER-4,PAYMENT,`,
      `${loanNo},2026-03-03,50.00,LEDGER,LEDGER-5,REVERSAL,LEDGER-9`,
      `${loanNo},2027-03-03,50.00,LEDGER,LEDGER-6,PAYMENT,`,
      `${loanNo},1990-03-03,50.00,LEDGER,LEDGER-7,PAYMENT,`,
      `${loanNo},2199-03-03T10:00:00Z,50.00,LEDGER,LEDGER-8,REVERSAL,LEDGER-1`,
    ].join('\n');
    const run = await finished((await upload('admin', ledger)).data.importId);
    expect(run).toMatchObject({
      kind: 'LEDGER', status: 'DONE', rowsRead: 9, rowsKept: 2, rowsUnchanged: 1, rowsRefused: 6,
      errors: [
        { line: 5, field: 'loanItemExternalId', reason: 'unknown' },
        { line: 6, field: 'amount', reason: 'format' },
        { line: 7, field: 'originalReference', reason: 'unknown' },
        { line: 8, field: 'paidAt', reason: 'range' },
        { line: 9, field: 'paidAt', reason: 'range' },
        { line: 10, field: 'paidAt', reason: 'range' },
      ],
    }); // prettier-ignore
    const [state] = await desk.api.rows(
      sql`SELECT amount_due AS due FROM collection_case WHERE id = ${caseId}`,
    );
    expect(state).toEqual({ due: 119_458 - 5_000 });
    const logs = await desk.as.collector.get<{ result: object[] }>(`repay/payLogs?taskId=${caseId}`);
    expect(logs.data.result).toMatchObject([{ amount: -5_000 }, { amount: 10_000, type: 1, status: 2 }]);
    const again = await finished((await upload('admin', ledger)).data.importId);
    expect(again).toMatchObject({ rowsKept: 0, rowsUnchanged: 3 });
  });
});
