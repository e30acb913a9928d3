import { stringify } from 'csv-stringify/sync';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  LEDGER_COLUMNS,
  LOAN_COLUMNS,
  type ImportRun,
  type ImportStarted,
} from '../../../contract/cases/imports.js';
import type { BoundCases } from '../../../contract/cases/case-moves.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { AllocationExplanation, AllocationRunInfo } from '../../../contract/team/allocation.js';
import { HandOutService } from '../../../server/features/allocation/hand-out.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { loanRow } from './portfolio.js';
import type { SourceRow } from '../../../server/domain/imports/loan-row.rules.js';

const { api, workers, org, admin, leader } = useSite({
  workers: true,
  people: { admin: 'admin', leader: 'leader' },
});
let collector: Person;
let elsewhere: Client;
let next = 0;
beforeAll(async () => {
  collector = await createUser(api, org, 'member', { name: 'Ana' });
  await api.rows(sql`UPDATE user SET created_at = '2020-01-01' WHERE id = ${collector.id}`);
  await api.rows(sql`UPDATE queue SET type = 'AUTOMATIC' WHERE id = ${org.queueId}`);
  const institutionId = org.otherInstitutionId;
  elsewhere = await signedIn(api, await createUser(api, org, 'admin', { institutionId }));
});

const book = (rows: readonly SourceRow[]) =>
  Buffer.from(stringify(rows.map(({ cells }) => cells), { header: true, columns: [...LOAN_COLUMNS] })); // prettier-ignore
const rowsOf = (count: number, cells: Record<string, string> = {}) =>
  Array.from({ length: count }, () => loanRow((next += 1), cells));
const runOf = async (id: number) => (await admin.get<ImportRun>(`management/task/import/${id}`)).data;

/** Sends the rows as a person and waits until they are in. @returns the import's id */
async function sent(rows: readonly SourceRow[], query = ''): Promise<number> {
  const { data } = await admin.upload<ImportStarted>(
    `management/task/import${query}`,
    book(rows),
    'book.csv',
  );
  await eventually(async () => expect((await runOf(data.importId)).status).toBe('DONE'));
  return data.importId;
}
const release = (id: number, who: Client = admin) => who.post('management/task/import/release', { id });
const takeBack = (id: number, who: Client = admin) => who.post('management/task/import/takeBack', { id });
async function takenBack(id: number): Promise<ImportRun> {
  expect((await takeBack(id)).code).toBe('00');
  return eventually(async () => {
    const run = await runOf(id);
    expect(run.release).not.toBe('TAKING_BACK');
    return run;
  });
}

const caseOf = async (row: SourceRow) => {
  const [found] = await api.rows<{ id: number; contactId: number }>(sql`
    SELECT c.id, k.id AS contactId FROM collection_case c JOIN contact k ON k.borrower_id = c.borrower_id
    WHERE c.loan_no = ${row.cells['loanItemExternalId']} ORDER BY k.id LIMIT 1`);
  return found!;
};
const rulesAgainst = async (row: SourceRow) => {
  const { id: taskId, contactId } = await caseOf(row);
  const { data } = await admin.post<ComplianceDecision>('contact/check', {
    taskId,
    contactId,
    channel: 'CALL',
  });
  return data.reasons.map(({ rule }) => rule);
};
const bind = async (row: SourceRow) => {
  const body = { taskIds: [(await caseOf(row)).id], agentId: collector.id };
  return (await admin.post<BoundCases>('management/task/batchBindAgent', body)).data;
};
const planned = async () => {
  const { data } = await admin.post<{ runId: number }>('allocation/run', { queueId: org.queueId });
  await workers.get(HandOutService).execute(data.runId);
  return (await admin.get<AllocationRunInfo>(`allocation/run/${data.runId}`)).data.planned;
};
const replayed = async () => (await new ReplayService(api.get(Database)).check()).differences;
const left = async (table: string, id: number) =>
  Number(
    (
      await api.rows<{ n: number }>(
        table === 'loan_item'
          ? sql`SELECT COUNT(*) AS n FROM loan_item WHERE import_id = ${id}`
          : table === 'borrower'
            ? sql`SELECT COUNT(*) AS n FROM borrower`
            : sql`SELECT (SELECT COUNT(*) FROM contact k WHERE NOT EXISTS (SELECT 1 FROM borrower b WHERE b.id = k.borrower_id))
                + (SELECT COUNT(*) FROM plan_row p WHERE NOT EXISTS (SELECT 1 FROM loan_item l WHERE l.id = p.loan_item_id))
                + (SELECT COUNT(*) FROM collection_case c WHERE NOT EXISTS (SELECT 1 FROM loan_item l WHERE l.id = c.loan_item_id))
                + (SELECT COUNT(*) FROM device_call d WHERE NOT EXISTS (SELECT 1 FROM borrower b WHERE b.id = d.borrower_id)) AS n`,
      )
    )[0]!.n,
  );

describe('the loans of a person’s import', () => {
  it('are neither handed out, bound nor contacted before they are released', async () => {
    const rows = rowsOf(3);
    const id = await sent(rows);
    expect(await runOf(id)).toMatchObject({ release: 'WAITING', loansWaiting: 3, loansTakenBack: 0 });
    expect(await rulesAgainst(rows[0]!)).toContain('unreleased');
    expect((await bind(rows[0]!)).rejected).toMatchObject([{ reason: expect.stringContaining('released') }]);
    expect(await planned()).toBe(0);
    const { id: caseId } = await caseOf(rows[0]!);
    const { data } = await admin.get<AllocationExplanation>(`allocation/explain/${caseId}`);
    expect(data.keptOut).toBe('UNRELEASED');

    expect((await release(id)).code).toBe('00');
    expect(await runOf(id)).toMatchObject({ release: 'RELEASED', loansWaiting: 0 });
    expect(await rulesAgainst(rows[0]!)).not.toContain('unreleased');
    expect(await planned()).toBe(3);
  });

  it('are worked at once where the sender says so, and where nobody has sent them', async () => {
    const [row] = rowsOf(1);
    const id = await sent([row!], '?release=now');
    expect(await runOf(id)).toMatchObject({ release: 'RELEASED', loansWaiting: 0 });
    expect(await rulesAgainst(row!)).not.toContain('unreleased');
    expect((await takeBack(id)).code).toBe('23');
  });
});

describe('an import that is taken back', () => {
  it('leaves nothing of its loans, keeps known borrowers and loans, and can be sent again', async () => {
    const known = loanRow((next += 1));
    await release(await sent([known]));
    const before = await left('borrower', 0);
    const ofKnown = loanRow((next += 1), { borrowerExternalId: known.cells['borrowerExternalId'] });
    const secondPeriod = { ...known, cells: { ...known.cells, period: '2', dueDate: '2027-06-01' } };
    const rows = [...rowsOf(450), ofKnown, secondPeriod];
    const id = await sent(rows);
    expect(await runOf(id)).toMatchObject({ rowsKept: 452, loansWaiting: 451 });

    expect(await takenBack(id)).toMatchObject({
      release: 'TAKEN_BACK',
      loansWaiting: 0,
      loansTakenBack: 451,
    });
    expect([await left('loan_item', id), await left('borrower', 0), await left('orphans', 0)]).toEqual([
      0,
      before,
      0,
    ]);
    expect(
      await api.rows(sql`
      SELECT p.period FROM plan_row p JOIN loan_item l ON l.id = p.loan_item_id
      WHERE l.external_id = ${known.cells['loanItemExternalId']} ORDER BY p.period`),
    ).toEqual([{ period: 1 }, { period: 2 }]);
    const events = await api.rows<{ name: string; payload: string }>(sql`
      SELECT name, payload FROM domain_event WHERE name LIKE 'import.%' AND subject_id = ${id} ORDER BY id`);
    expect(events.map(({ name }) => name)).toEqual([
      'import.finished',
      'import.takeBackBegun',
      ...Array(3).fill('import.loansTakenBack'),
      'import.takenBack',
    ]);
    const gone = events.flatMap(({ name, payload }) =>
      name === 'import.loansTakenBack' ? (JSON.parse(payload) as { caseIds: number[] }).caseIds : [],
    );
    expect(new Set(gone).size).toBe(451);
    expect(await replayed()).toEqual([]);
    expect((await release(id)).code).toBe('23');

    const again = await sent(rows);
    expect(await runOf(again)).toMatchObject({ rowsKept: 451, rowsUnchanged: 1, loansWaiting: 451 });
    await takenBack(again);
  });

  it('leaves what a payment or a person has touched, which is released afterwards', async () => {
    const rows = rowsOf(3);
    const id = await sent(rows);
    const ledger = stringify(
      [{ loanItemExternalId: rows[1]!.cells['loanItemExternalId'], paidAt: '2026-11-18T16:00:00Z', amount: '5.00', channel: 'SPEI', providerReference: 'TAKEN-1', type: 'PAYMENT' }],
      { header: true, columns: [...LEDGER_COLUMNS] },
    ); // prettier-ignore
    const paid = await admin.upload<ImportStarted>(
      'management/task/import',
      Buffer.from(ledger),
      'ledger.csv',
    );
    await eventually(async () =>
      expect(await runOf(paid.data.importId)).toMatchObject({ rowsKept: 1, release: 'RELEASED' }),
    );
    expect(await takenBack(id)).toMatchObject({ release: 'WAITING', loansWaiting: 1, loansTakenBack: 2 });
    expect((await release(id)).code).toBe('00');
    expect(await rulesAgainst(rows[1]!)).not.toContain('unreleased');
    expect(await replayed()).toEqual([]);
  });

  it('goes on where a server that ended had left it', async () => {
    const id = await sent(rowsOf(2));
    await api.rows(sql`UPDATE import_run SET release_state = 'TAKING_BACK' WHERE id = ${id}`);
    expect((await release(id)).code).toBe('23');
    expect(await takenBack(id)).toMatchObject({ release: 'TAKEN_BACK', loansTakenBack: 2 });
  });

  it('is no matter of people elsewhere, of leaders, or while its rows are read', async () => {
    const id = await sent(rowsOf(1));
    expect([(await release(id, elsewhere)).code, (await takeBack(id, elsewhere)).code]).toEqual(['21', '21']);
    expect([(await release(id, leader)).code, (await takeBack(id, leader)).code]).toEqual(['20', '20']);
    await api.rows(sql`UPDATE import_run SET status = 'RUNNING' WHERE id = ${id}`);
    expect([(await release(id)).code, (await takeBack(id)).code]).toEqual(['23', '23']);
    // Its server is gone: somebody has cancelled it, and nobody has noticed.
    await api.rows(
      sql`UPDATE import_run SET cancelled_at = UTC_TIMESTAMP(3) - INTERVAL 2 MINUTE WHERE id = ${id}`,
    );
    expect((await runOf(id)).status).toBe('FAILED');
    expect(await takenBack(id)).toMatchObject({ loansTakenBack: 1 });
  });
});
