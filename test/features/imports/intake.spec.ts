import { beforeAll, describe, expect, it } from '@jest/globals';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useSite } from '../../support/site.js';
import { loanRow, loanRows } from './portfolio.js';

let imports: ImportsService;

const { api, org } = useSite();
beforeAll(async () => {
  imports = api.get(ImportsService);
});

const counts = async () =>
  (
    await api.rows<Record<string, number>>(sql`
      SELECT (SELECT COUNT(*) FROM borrower) AS borrowers, (SELECT COUNT(*) FROM contact) AS contacts,
        (SELECT COUNT(*) FROM loan_item) AS items, (SELECT COUNT(*) FROM plan_row) AS periods,
        (SELECT COUNT(*) FROM collection_case) AS cases,
        (SELECT COUNT(*) FROM domain_event WHERE name = 'case.opened') AS opened,
        (SELECT COUNT(*) FROM outbox) AS waiting`)
  )[0];

describe('the intake', () => {
  it('opens one case per loan item, drops what comes from the device, and changes nothing the second time', async () => {
    const rows = loanRows(900);
    expect(await imports.importRows(rows)).toMatchObject({
      rowsRead: 900,
      rowsKept: 900,
      rowsUnchanged: 0,
      rowsRefused: 0,
      deviceContactsDropped: 900,
    });
    const first = await counts();
    expect(first).toEqual({
      borrowers: 900,
      contacts: 2700,
      items: 900,
      periods: 900,
      cases: 900,
      opened: 900,
      waiting: 901,
    });
    expect(await imports.importRows(rows)).toMatchObject({ rowsKept: 0, rowsUnchanged: 900 });
    expect(await counts()).toEqual({ ...first, waiting: 902 });
    expect(
      await api.rows(sql`
        SELECT c.status, c.amount_due AS amountDue, c.is_open AS isOpen, l.loan_status AS loanStatus, e.subject_id = c.id AS named
        FROM collection_case c JOIN loan_item l ON l.id = c.loan_item_id
        JOIN domain_event e ON e.case_id = c.id WHERE c.loan_no = 'I-450'`),
    ).toEqual([{ status: 'C00', amountDue: 119_458, isOpen: 1, loanStatus: 40, named: 1 }]);
  });

  it('names line, column and reason of every bad row and keeps the good ones', async () => {
    const totals = await imports.importRows([
      loanRow(2001, { phone: '12' }),
      loanRow(2002, { principal: '10.999', reloan: '7' }),
      loanRow(2003, { borrowerName: undefined, appName: 'x'.repeat(61) }),
      loanRow(2004, { institutionCode: 'NOWHERE' }),
      loanRow(2005, { queueCode: 'Q9' }),
      loanRow(2006, { paidAmount: '5000' }),
      loanRow(2007, { contact1Relation: 'R99' }),
      loanRow(2008, { borrowerName: 'Mar\uFFFDa' }),
      loanRow(2009),
      loanRow(2010, { loanItemExternalId: 'I-2009', borrowerExternalId: 'B-2009' }),
      loanRow(2011, { loanItemExternalId: 'I-2009', period: '2' }),
    ]);
    expect(totals).toMatchObject({ rowsRead: 11, rowsKept: 1, rowsRefused: 10 });
    expect(
      await api.rows(sql`
        SELECT line, field, reason FROM import_error WHERE import_id = ${totals.importId} ORDER BY line, field`),
    ).toEqual([
      { line: 2002, field: 'phone', reason: 'format' },
      { line: 2003, field: 'principal', reason: 'format' },
      { line: 2003, field: 'reloan', reason: 'range' },
      { line: 2004, field: 'appName', reason: 'tooLong' },
      { line: 2004, field: 'borrowerName', reason: 'required' },
      { line: 2005, field: 'institutionCode', reason: 'unknown' },
      { line: 2006, field: 'queueCode', reason: 'unknown' },
      { line: 2007, field: 'paidAmount', reason: 'range' },
      { line: 2008, field: 'contact1Relation', reason: 'format' },
      { line: 2009, field: 'row', reason: 'encoding' },
      { line: 2011, field: 'period', reason: 'conflict' },
      { line: 2012, field: 'borrowerExternalId', reason: 'conflict' },
    ]);
  });

  it('gathers the periods of a loan item, takes a later one, and refuses a changed one', async () => {
    const period = (n: string, dueDate: string, more = {}) => loanRow(3001, { period: n, dueDate, ...more });
    await imports.importRows([
      period('1', '2026-02-01', { paidAmount: '1194.58' }),
      period('2', '2026-03-01'),
    ]);
    const state = () =>
      api.rows(
        sql`SELECT status, due_date AS dueDate, amount_due AS amountDue FROM collection_case WHERE loan_no = 'I-3001'`,
      );
    expect(await state()).toEqual([{ status: 'C00', dueDate: '2026-03-01', amountDue: 119_458 }]);
    const again = await imports.importRows([
      period('2', '2026-03-01', { principal: '999' }),
      period('3', '2026-04-01'),
      loanRow(3002, { loanItemExternalId: 'I-3001' }),
    ]);
    expect(again).toMatchObject({ rowsKept: 1, rowsRefused: 2 });
    expect(await state()).toEqual([{ status: 'C00', dueDate: '2026-03-01', amountDue: 238_916 }]);
  });

  it('opens the next case after a closed one, and none for what is paid', async () => {
    await imports.importRows([loanRow(4001), loanRow(4002, { paidAmount: '1194.58' })]);
    await api.rows(sql`UPDATE collection_case SET status = 'C32' WHERE loan_no = 'I-4001'`);
    await imports.importRows([loanRow(4001, { period: '2' })]);
    const cases = await api.rows<{ id: number; before: number | null }>(sql`
      SELECT id, previous_case_id AS \`before\` FROM collection_case WHERE loan_no IN ('I-4001', 'I-4002') ORDER BY id`);
    expect(cases).toHaveLength(2);
    expect(cases[1]!.before).toBe(cases[0]!.id);
  });

  it('keeps device contacts only where an approved policy says so', async () => {
    await api.rows(sql`UPDATE institution SET device_data = 1 WHERE id = ${org.otherInstitutionId}`);
    await api.rows(sql`
      INSERT INTO queue (id, institution_id, code, name) VALUES (1, ${org.otherInstitutionId}, 'QS', 'South')`);
    const totals = await imports.importRows([loanRow(5001, { institutionCode: 'SUR', queueCode: 'QS' })]);
    expect(totals.deviceContactsDropped).toBe(0);
  });

  it('takes the same new borrowers in two imports at once', async () => {
    const rows = loanRows(300).map((_, index) => loanRow(6000 + index));
    const both = await Promise.all([imports.importRows(rows), imports.importRows(rows)]);
    expect(both[0].rowsKept + both[1].rowsKept).toBe(300);
    expect(both[0].rowsUnchanged + both[1].rowsUnchanged).toBe(300);
  });

  it('leaves no personal value readable in any table', async () => {
    const tables = await api.rows<{ name: string }>(sql`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()`);
    for (const { name } of tables) {
      const rows = JSON.stringify(
        await api.rows({ text: `SELECT * FROM \`${name}\``, params: [] }),
        (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value),
      );
      for (const marker of ['5551000450', '5552000450', '5553000450', 'GOMC000450']) {
        expect({ [`${marker} in ${name}`]: rows.includes(marker) }).toEqual({
          [`${marker} in ${name}`]: false,
        });
      }
    }
  });
});
