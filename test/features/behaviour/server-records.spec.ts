import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CaseInfo } from '../../../contract/cases/cases.js';
import { BEHAVIOUR_TYPES, BROWSER_TYPES } from '../../../contract/supervision/behaviour.js';
import { CaseReads } from '../../../server/platform/behaviour/case-reads.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay } from '../../support/cases.js';
import { eventually } from '../../support/eventually.js';
import { answerOf } from '../../support/http.js';
import { Client, PASSWORD, signedIn } from '../../support/org.js';
import { Browser } from '../../support/sign-in.js';
import { createStack, startApi, type Stack } from '../../support/stack.js';
import { createCallDesk, hangUpAll, newCall, NOON, recordedCall } from '../calls/desk.js';
import { contactOf, openCase, requestId, type Desk, type DeskPerson } from '../cases/desk.js';

let stack: Stack;
let desk: Desk;
let templateId: number;
beforeAll(async () => {
  stack = await createStack({ RECOUP_CLOCK_AT: NOON });
  desk = await createCallDesk();
  const { api, org } = desk;
  templateId = await api.get(Ids).take();
  await api.rows(sql`UPDATE user SET channels = 'SMS' WHERE institution_id = ${org.institutionId}`);
  await api.rows(sql`
    INSERT INTO message_template (id, institution_id, channel, name, texts, updated_at)
    VALUES (${templateId}, ${org.institutionId}, 'SMS', 'T', ${JSON.stringify({ es: 'Hola {{name}}' })}, NOW(3))`);
});
afterAll(async () => {
  await desk.api.close();
  await stack.close();
});

interface Row {
  type: string;
  source: string;
  caseId: number | null;
  contactId: number | null;
  purpose: string | null;
  detail: string;
  address: string;
  groupId: number | null;
}
/** Records of the tests before. */
let before = new Set<number>();
beforeEach(async () => {
  await desk.api.get(CaseReads).settled();
  const rows = await desk.api.rows<{ id: number }>(sql`SELECT id FROM behaviour_record`);
  before = new Set(rows.map(({ id }) => id));
});

/** Records of this test, once nothing is left to write. */
async function recorded(who: DeskPerson = 'collector'): Promise<Row[]> {
  await desk.api.get(CaseReads).settled();
  const rows = await desk.api.rows<Row & { id: number }>(sql`
    SELECT id, type, source, case_id AS caseId, contact_id AS contactId, purpose, detail, address, group_id AS groupId
    FROM behaviour_record WHERE user_id = ${desk.people[who].id} ORDER BY id`);
  return rows.filter(({ id }) => !before.has(id)).map(({ id: _, ...row }) => row);
}
const eventsOf = async (type: string) =>
  (
    await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'behaviour.recorded' ORDER BY id DESC LIMIT 50`)
  )
    .map(({ payload }) => JSON.parse(payload) as { behaviourId: number; type: string })
    .filter(({ behaviourId, type: one }) => !before.has(behaviourId) && one === type);

describe('what somebody does by a bare call is recorded once by the server', () => {
  it('a number that is shown, with whose it is and what for', async () => {
    const caseId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, caseId);
    const ask = { taskId: caseId, purpose: 'VERIFY' };
    expect((await desk.as.collector.post('task/getRealPhone', { ...ask, contactId })).code).toBe('00');
    const other = { ...ask, contactId: 'borrower', purpose: 'COMPLAINT' };
    expect((await desk.as.collector.post('task/getRealPhone', other)).code).toBe('00');
    expect((await desk.as.collector.post('task/getRealPhone', { ...ask, contactId: 1 })).code).toBe('21');
    const shown = { type: 'REVEAL_PHONE', source: 'SERVER', caseId, address: '127.0.0.1', detail: '' };
    const { groupId } = desk.org;
    expect(await recorded()).toEqual([
      { ...shown, groupId, contactId, purpose: 'VERIFY' },
      { ...shown, groupId, contactId: null, purpose: 'COMPLAINT' },
    ]);
    expect(await eventsOf('REVEAL_PHONE')).toHaveLength(2);
  });

  it('a call, however often its request comes', async () => {
    await hangUpAll(desk);
    const call = await newCall(desk);
    const answers = await Promise.all(
      [1, 2, 3].map(() => desk.as.collector.post('softPhone/makeCall', call)),
    );
    expect(answers.map(({ code }) => code)).toContain('00');
    const { taskId: caseId, contactId } = call;
    expect(await recorded()).toMatchObject([{ type: 'DIAL', source: 'SERVER', caseId, contactId }]);
    expect(await eventsOf('DIAL')).toHaveLength(1);
  });

  it('a message, and none that was refused', async () => {
    const caseId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, caseId);
    const message = { taskId: caseId, contactId, templateId, channel: 'SMS', clientRequestId: requestId() };
    expect((await desk.as.collector.post('sms/manual/send', message)).code).toBe('00');
    expect((await desk.as.collector.post('sms/manual/send', message)).code).toBe('00');
    const unknown = { ...message, templateId: 1, clientRequestId: requestId() };
    expect((await desk.as.collector.post('sms/manual/send', unknown)).code).not.toBe('00');
    const sent = { type: 'SEND', source: 'SERVER', caseId, contactId, detail: 'SMS' };
    expect(await recorded()).toMatchObject([sent]);
  });

  it('a file, and none beyond the quota', async () => {
    const { status } = await desk.as.supervisor.agent.get('/api/softPhone/callRecordExport');
    expect(status).toBe(200);
    expect(await recorded('supervisor')).toMatchObject([
      { type: 'EXPORT', source: 'SERVER', detail: 'calls' },
    ]);
  });

  it('signing in and out', async () => {
    const { username } = desk.people.colleague;
    const browser = new Browser(desk.api);
    const { data } = await browser.signIn(username, PASSWORD);
    expect((await browser.signIn(username, 'Wrong-horse-7')).code).toBe('10');
    const token = { 'x-auth-token': data.token!, cookie: `token=${data.token}` };
    expect((await browser.call('GET', 'login/out', undefined, token)).code).toBe('00');
    const { groupId } = desk.org;
    const mine = { source: 'SERVER', caseId: null, address: '127.0.0.1', groupId };
    expect(await recorded('colleague')).toMatchObject([
      { ...mine, type: 'LOGIN' },
      { ...mine, type: 'LOGOUT' },
    ]);
    desk.as.colleague = await signedIn(desk.api, desk.people.colleague);
  });

  it('a recording that is heard', async () => {
    const caseId = await openCase(desk, 'collector');
    const callId = await recordedCall(desk, { caseId, ownerId: desk.people.collector.id });
    await desk.as.collector.agent.get(`/api/softPhone/downLoadVoice?callId=${callId}`);
    expect(await recorded()).toMatchObject([{ type: 'PLAY_RECORDING', source: 'SERVER', caseId }]);
  });
});

describe('what somebody reads of a case', () => {
  const readings = [
    ['VIEW_CASE', (id: number) => [`task/info/${id}`, `task/contacts/${id}`]],
    ['VIEW_PICTURE', (id: number) => [`task/userPic/${id}`, `task/userPic/${id}?kind=ID_FRONT`]],
    [
      'VIEW_CONTACTS',
      (id: number) => ['userContacts', 'userAddressBook', 'userCalls'].map((of) => `task/${of}/${id}`),
    ],
  ] as const;

  it.each(readings)('is recorded once as %s, however often and by whatever call', async (type, paths) => {
    const caseId = await openCase(desk, 'collector');
    for (const path of paths(caseId)) expect((await desk.as.collector.get(path)).code).toBe('00');
    const many = Array.from({ length: 20 }, () => desk.as.collector.get(paths(caseId)[0]!));
    expect(new Set((await Promise.all(many)).map(({ code }) => code))).toEqual(new Set(['00']));
    expect(await recorded()).toMatchObject([{ type, source: 'SERVER', caseId, address: '127.0.0.1' }]);
    expect(await eventsOf(type)).toHaveLength(1);
  });

  it('is recorded within a second of a bare call, and not again by twenty pushes that have it read anew', async () => {
    const caseId = await openCase(desk, 'collector');
    const [{ number }] = (await desk.api.rows<{ number: string }>(sql`
      SELECT loan_no AS number FROM collection_case WHERE id = ${caseId}`)) as [{ number: string }];
    const read = () => desk.as.collector.get<CaseInfo>(`task/info/${caseId}`);
    const { data: before } = await read();
    const answered = Date.now();
    await eventually(async () => {
      const rows = await desk.api.rows(sql`SELECT id FROM behaviour_record WHERE case_id = ${caseId}`);
      expect(rows).toHaveLength(1);
    }, 1_000);
    expect(Date.now() - answered).toBeLessThan(1_000);
    for (let push = 1; push <= 20; push++) {
      await pay(desk.api, {
        loanItemExternalId: number,
        amount: 100,
        providerReference: `push-${caseId}-${push}`,
      });
      expect((await read()).data.amount).toBe(before.amount - push * 100);
    }
    expect(await recorded()).toMatchObject([{ type: 'VIEW_CASE', caseId }]);
  });

  it('is written before the next answer of the session', async () => {
    for (let time = 0; time < 10; time++) {
      const caseId = await openCase(desk, 'collector');
      await desk.as.collector.get(`task/info/${caseId}`);
      await desk.as.collector.get('login/currentUser');
      const rows = await desk.api.rows(sql`
        SELECT id FROM behaviour_record WHERE case_id = ${caseId} AND type = 'VIEW_CASE'`);
      expect(rows).toHaveLength(1);
    }
  });

  it('is recorded again after ten minutes, and of each person', async () => {
    const caseId = await openCase(desk, 'collector');
    const read = (who: DeskPerson) => desk.as[who].get(`task/info/${caseId}`);
    await read('collector');
    await read('leader');
    await desk.api.get(CaseReads).settled();
    await desk.api.rows(sql`UPDATE case_read SET at = at - INTERVAL 11 MINUTE WHERE case_id = ${caseId}`);
    await read('collector');
    expect(await recorded()).toHaveLength(1);
    // Another process remembers nothing of what this one has read.
    const other = await startApi();
    const there = new Client(other.url, desk.as.collector.token, desk.people.collector);
    for (let time = 0; time < 2; time++) await there.get(`task/info/${caseId}`);
    await other.close();
    expect(await recorded()).toHaveLength(2);
    expect(await recorded('leader')).toHaveLength(1);
  });

  it('is no record when it was refused', async () => {
    const caseId = await openCase(desk, 'stranger');
    for (const path of ['info', 'contacts', 'userPic', 'userContacts'])
      expect((await desk.as.collector.get(`task/${path}/${caseId}`)).code).toBe('21');
    expect(await recorded()).toEqual([]);
  });

  it('is not lost when the server is stopped gently', async () => {
    const caseIds = [];
    for (let count = 0; count < 20; count++) caseIds.push(await openCase(desk, 'collector'));
    const other = await startApi();
    const there = new Client(other.url, desk.as.collector.token, desk.people.collector);
    const reading = caseIds.map((id) => there.get(`task/info/${id}`));
    for (const { code } of await Promise.all(reading)) expect(code).toBe('00');
    await other.close();
    expect((await recorded()).map(({ caseId }) => caseId).sort()).toEqual(caseIds.sort());
  });

  it('moves when the case was last opened, which no browser does', async () => {
    const caseId = await openCase(desk, 'collector');
    const openedAt = async () => {
      await desk.api.get(CaseReads).settled();
      const [row] = await desk.api.rows<{ at: Date | null }>(
        sql`SELECT last_opened_at AS at FROM collection_case WHERE id = ${caseId}`,
      );
      return row!.at;
    };
    await desk.as.collector.post('user/behavior/add', { type: 'VIEW_CASE', taskId: caseId });
    expect(await openedAt()).toBeNull();
    await desk.as.collector.get(`task/info/${caseId}`);
    expect(await openedAt()).not.toBeNull();
  });
});

describe('a browser’s report', () => {
  it('is taken of every type, and kept of what the server cannot see', async () => {
    for (const type of BEHAVIOUR_TYPES)
      expect(
        (await answerOf(desk.as.collector.agent.post('/api/user/behavior/add').send({ type }))).code,
      ).toBe('00');
    const kept = (await recorded()).map(({ type, source }) => `${type} ${source}`);
    expect(kept.sort()).toEqual(BROWSER_TYPES.map((type) => `${type} CLIENT`));
  });
});
