import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import type { PrivacyRow } from '../../../contract/contact/privacy.js';
import type { InboxItem } from '../../../contract/inbox.js';
import type { Page } from '../../../contract/shared/page.js';
import { SEALED_TABLES } from '../../../server/domain/keys/sealed-columns.rules.js';
import { ERASED, NOT_ERASED } from '../../../server/domain/privacy/erasure.rules.js';
import { ImportsService } from '../../../server/features/imports/imports.service.js';
import { ReplayService } from '../../../server/features/replay/replay.service.js';
import { SealsService } from '../../../server/features/seals/seals.service.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { configure } from '../../support/configured.js';
import { eventually } from '../../support/eventually.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { postSigned } from '../../support/signed.js';
import { useDesk } from '../../support/site.js';
import { TEST_SECRETS } from '../../support/stack.js';
import { contactOf, createDesk, openCase, requestId } from '../cases/desk.js';
import { borrowerOf } from '../borrowers/desk.js';
import { loanRow } from '../imports/portfolio.js';
import { BORROWER, CELLS, fill, found, MARK, NOON, ok } from './borrower-data.js';

const TODAY = '2026-11-18';
const { desk, api, stack, workers } = useDesk(createDesk, { clock: NOON, workers: { processors: true } });
let second: Client;
let caseId: number;

beforeAll(async () => {
  second = await signedIn(api, await createUser(api, desk.org, 'admin', { name: 'second' }));
  caseId = await openCase(desk, 'collector', { cells: CELLS });
  await fill(desk, caseId);
});

const filesThere = async () =>
  (
    await Promise.all(['pictures', 'attachments'].map((kind) => readdir(join(stack.dataDir, 'files', kind))))
  ).flat();
const list = async (client = desk.as.admin) =>
  (await client.get<Page<PrivacyRow>>('privacy/list')).data.result;
const current = async () => (await list()).find(({ status }) => status !== 'LIFTED')!;
const block = (client: Client = desk.as.supervisor, more: object = {}) =>
  client.post<{ id: number }>('privacy/block', {
    ...{
      taskId: caseId,
      receivedOn: TODAY,
      reason: `${MARK} lo pide por escrito`,
      clientRequestId: requestId(),
    },
    ...more,
  });
const CALLS = { lift: 'privacy/lift', ask: 'privacy/ask', decide: 'privacy/decide' } as const;
const act = async (call: keyof typeof CALLS, client: Client, more: object = {}) => {
  const row = await current();
  return client.post(CALLS[call], {
    ...{ id: row.id, version: row.version, clientRequestId: requestId(), ...more },
  });
};
const keepFor = (privacyKeptDays: number) =>
  configure(api, desk.org.institutionId, 'limits', {
    ...{ exportFiles: 20, exportRows: 50_000, revealsPerHour: 60, privacyAnswerDays: 28, privacyKeptDays },
  });

describe('the table of what is erased', () => {
  it('names every column that is sealed, or says why it stays', () => {
    const erased = new Map(ERASED.map(({ table, columns }) => [table, columns]));
    const left = SEALED_TABLES.flatMap(({ table, columns }) => {
      if (table in NOT_ERASED) return [];
      const known = erased.get(table);
      if (erased.has(table) && !known) return [];
      return columns
        .map(({ sealed }) => sealed)
        .filter((column) => !known || !(column in known))
        .map((column) => `${table}.${column}`);
    });
    expect(left).toEqual(['privacy_block.answer_enc']);
  });
});

it('empties a column by a value that it can have', async () => {
  const columns = await api.rows<{ place: string; nullable: string; type: string }>(sql`
    SELECT CONCAT(TABLE_NAME, '.', COLUMN_NAME) AS place, IS_NULLABLE AS nullable, COLUMN_TYPE AS type
    FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()`);
  const known = new Map(columns.map((column) => [column.place, column]));
  const emptied = ERASED.flatMap(({ table, columns: set = {} }) =>
    Object.entries(set).map(([column, value]) => ({ place: `${table}.${column}`, value })),
  );
  const wrong = emptied.filter(({ place, value }) => {
    const column = known.get(place);
    if (value === 'NOTHING') return column?.nullable !== 'YES';
    if (value === 'RANDOM') return column?.type !== 'binary(16)';
    return !/^var(char|binary)|blob$/.test(column?.type ?? '');
  });
  expect(wrong).toEqual([]);
  const versions = ERASED.filter(({ table, columns: set, versioned }) =>
    set ? known.has(`${table}.version`) !== (versioned ?? false) : versioned,
  );
  expect(versions).toEqual([]);
});

describe('a borrower who asks what is held', () => {
  it('gets everything that an erasure would take, in clear, and other people’s numbers masked', async () => {
    const answer = await desk.as.supervisor.agent
      .get(`/api/privacy/access/${caseId}`)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => done(null, Buffer.concat(parts)));
      });
    const files = unzipSync(answer.body as Buffer);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['datos.json', 'datos.pdf', 'manifest.sig']));
    const data = Buffer.from(files['datos.json']!).toString();
    const { held } = JSON.parse(data) as { held: Record<string, Record<string, unknown>[]> };
    expect(held['borrower']).toMatchObject([
      { phone: `+52${CELLS.phone}`, birth_date: CELLS.birthDate, occupation: CELLS.occupation },
    ]);
    expect(held['collection_log']).toMatchObject([{ notes: expect.stringContaining(MARK) }]);
    for (const place of (await found(api)).map((each) => each.split('.')[0]!))
      expect([place, JSON.stringify(held[place] ?? [MARK])]).toEqual([place, expect.stringContaining(MARK)]);
    expect(data).not.toContain(CELLS.contact1Phone);
    expect(files['datos.pdf']!.length).toBeGreaterThan(1_000);
    expect((await desk.as.collector.get(`privacy/access/${caseId}`)).code).toBe('20');
    expect((await desk.as.otherAdmin.get(`privacy/access/${caseId}`)).code).toBe('21');
  });
});

describe('a borrower who wants to be left alone', () => {
  it('is in all these columns before', async () => {
    const places = await found(api);
    for (const { table } of ERASED)
      if (!NOT_FILLED.includes(table)) expect(places.join()).toContain(`${table}.`);
  });
  const NOT_FILLED = [
    // Hashes and files alone, or of calls and codes that this borrower has none of.
    ...['device_call', 'borrower_picture', 'phone_call', 'call_report', 'recording_note', 'quality_sample'],
    ...['quality_score', 'repayment_code', 'message', 'complaint_step', 'privacy_block'],
  ];

  const READS = [
    ...[
      'task/info/',
      'task/contacts/',
      'task/userPic/',
      'task/timeline/',
      'task/imageComment?taskId=',
      'sms/log/',
    ],
    ...['task/collectionLogs/', 'borrower/pressure/', 'sms/incoming?taskId='],
  ];

  it('is not shown and not contacted from the moment it is written down', async () => {
    expect((await block(desk.as.collector)).code).toBe('20');
    expect((await block(desk.as.otherAdmin)).code).toBe('21');
    expect(await block(desk.as.supervisor, { receivedOn: '2026-11-19' })).toMatchObject({ code: '22' });
    await ok(block());
    expect((await block()).code).toBe('23');
    const shown = await Promise.all(
      READS.map(async (path) => ({ path, code: (await desk.as.collector.get(path + caseId)).code })),
    );
    expect(shown).toEqual(READS.map((path) => ({ path, code: '30' })));
    const contactId = await contactOf(desk, caseId);
    const check = { taskId: caseId, contactId, channel: 'CALL' };
    expect((await desk.as.collector.post<{ allow: boolean }>('contact/check', check)).data).toMatchObject({
      allow: false,
    });
    const reveal = { taskId: caseId, contactId, purpose: 'CALL' };
    expect((await desk.as.collector.post('task/getRealPhone', reveal)).code).toBe('30');
    const later = { nextFollowUpAt: '2026-11-19T16:00:00Z' };
    const record = { taskId: caseId, contactId, callResult: 'WTP', ...later, clientRequestId: requestId() };
    expect((await desk.as.collector.post('task/record', record)).code).toBe('30');
  });

  it('has a hold that nobody lifts but a second person, who ends the block', async () => {
    const [hold] = await api.rows<{ id: number }>(sql`
      SELECT hold_id AS id FROM privacy_block WHERE case_id = ${caseId} AND status = 'BLOCKED'`);
    expect((await desk.as.admin.post('contact/hold/lift', { taskId: caseId, holdId: hold!.id })).code).toBe(
      '30',
    );
    expect((await act('lift', desk.as.collector, { answer: 'no' })).code).toBe('20');
    await ok(act('lift', desk.as.admin, { answer: 'Was somebody else' }));
    expect((await desk.as.collector.get(`task/info/${caseId}`)).code).toBe('00');
    await ok(block(desk.as.admin));
    expect((await act('lift', desk.as.admin, { answer: 'my own' })).code).toBe('20');
  });

  it('has a clock, and is listed for those who see the institution', async () => {
    expect(await current()).toMatchObject({
      ...{ receivedOn: TODAY, dueOn: '2026-12-16', taskId: caseId, borrowerNumber: BORROWER },
      ...{ erasableOn: '2031-11-17', against: ['TERM', 'OPEN_CASE', 'COMPLAINT'], mine: true },
    });
    expect(await list(desk.as.otherAdmin)).toEqual([]);
    expect((await desk.as.collector.get('privacy/list')).code).toBe('20');
  });
});

describe('an erasure', () => {
  const differences = async () => (await new ReplayService(api.get(Database)).check()).differences;
  let before: string[];

  it('waits until its time has come and nothing stands against it', async () => {
    expect((await act('ask', desk.as.admin)).code).toBe('23');
    await keepFor(0);
    await ok(act('lift', second, { answer: 'For a new term' }));
    await ok(block());
    expect((await current()).against).toEqual(['OPEN_CASE', 'COMPLAINT']);
    expect((await act('ask', desk.as.admin)).code).toBe('23');
    await api.rows(
      sql`UPDATE collection_case SET status = 'C30', settled_at = ${new Date(NOON)} WHERE id = ${caseId}`,
    );
    await api.rows(sql`UPDATE complaint SET status = 'COMPLETED' WHERE case_id = ${caseId}`);
    await ok(act('ask', desk.as.admin));
  });

  it('is decided by a second person, who is told of it and may refuse it', async () => {
    const { data: told } = await second.get<Page<InboxItem>>('inbox/list');
    expect(told.result.map(({ cause }) => cause)).toContain('ERASURE_ASKED');
    expect((await act('decide', desk.as.admin, { approve: true, answer: 'mine' })).code).toBe('20');
    await ok(act('decide', second, { approve: false, answer: 'Ask counsel first' }));
    await ok(act('ask', desk.as.admin));
    expect((await act('lift', second, { answer: 'too late' })).code).toBe('23');
  });

  it('leaves nothing of the borrower in any table or file, and all of the money and the log', async () => {
    // Cases that the desk made by rows differ from the log before.
    before = await differences();
    const whole = await api.rows<Record<string, unknown>>(kept());
    expect(await filesThere()).not.toEqual([]);
    await ok(act('decide', second, { approve: true, answer: 'Counsel agrees' }));
    await eventually(async () => expect((await current()).status).toBe('ERASED'));
    // The number that nobody is contacted by stays where it says so, and the day's answers to repeated requests go by themselves.
    expect(await found(api)).toEqual([]);
    expect(await filesThere()).toEqual([]);
    expect(await api.rows(kept())).toEqual(whole);
    expect(await current()).toMatchObject({
      status: 'ERASED',
      reason: null,
      answer: 'Counsel agrees',
      decidedBy: 'second',
    });
    expect((await desk.as.collector.get(`task/info/${caseId}`)).code).toBe('30');
  });
  const kept = () => sql`
    SELECT (SELECT SUM(amount) FROM payment) AS paid, (SELECT SUM(principal + interest) FROM plan_row) AS due,
      (SELECT COUNT(*) FROM contact_receipt) AS decisions, (SELECT COUNT(*) FROM collection_log) AS records,
      (SELECT GROUP_CONCAT(id, SHA2(payload, 256) ORDER BY id) FROM domain_event WHERE name NOT LIKE 'privacy.%') AS events`;

  it('leaves the sealed log whole, and the read models equal to it', async () => {
    const seals = workers.get(SealsService);
    await eventually(async () => expect(await api.rows(sql`SELECT event_id AS id FROM outbox`)).toEqual([]));
    await seals.sign();
    const reports = await seals.verify();
    expect(reports.map(({ finding }) => finding)).toEqual(reports.map(() => null));
    expect((await differences()).filter((each) => !before.includes(each))).toEqual([]);
  });

  it('takes nothing about the person again: not by a loan book, not by the platform', async () => {
    const row = loanRow(7, { ...CELLS, loanItemExternalId: 'I-privacy-2', loanExternalId: 'L-privacy-2' });
    const totals = await api.get(ImportsService).importRows([row]);
    expect(totals).toMatchObject({ rowsKept: 0, rowsRefused: 1 });
    const identity = await postSigned(api, 'intake/identity', TEST_SECRETS.intakeHmac, {
      ...{ institutionCode: 'NORTE', borrowerExternalId: BORROWER, externalId: 'idn-again' },
      ...{ provider: `${MARK} SA`, reference: 'r', checkedAt: '2026-11-02T00:00:00Z' },
    });
    expect(identity.code).toBe('21');
    expect(await found(api)).toEqual([]);
    expect(await borrowerOf(desk, caseId)).toBeGreaterThan(0);
  });
});
