import { describe, expect, it } from '@jest/globals';
import type { AgencyRow } from '../../../contract/contact/agencies.js';
import type { SoftphoneInfo } from '../../../contract/contact/softphones.js';
import type { InboxItem } from '../../../contract/inbox.js';
import type { Page } from '../../../contract/shared/page.js';
import { DEFAULT_REGULATOR_TERMS } from '../../../contract/supervision/regulator-terms.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { oneTree } from '../../support/tree.js';
import { callOf, createCallDesk, hangUpAll, newCall, NOON, report } from '../calls/desk.js';
import { requestId, type DeskPerson } from '../cases/desk.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });

const OURS = '+525555550100';
const OTHERS = '+525555550199';

const agency = {
  ...{ name: 'Cobranza Centro', taxId: 'CCE010203AB1', address: 'Av. Uno 1', mail: 'quejas@centro.example' },
  ...{ phone: OURS, peopleInCharge: 'Ana Prado', numbers: `${OURS}\n+52 55 5555 0101`, enabled: true },
};
const save = (change: object = {}, person: DeskPerson = 'admin') =>
  desk.as[person].post<{ id: number }>('agency/save', {
    ...{ ...agency, institutionId: desk.org.institutionId, clientRequestId: requestId() },
    ...change,
  });
const agencies = async (query = '', person: DeskPerson = 'admin') =>
  (await desk.as[person].get<Page<AgencyRow>>(`agency/list?size=50${query}`)).data.result;
const terms = async (onlyRegistered: boolean, callerNumber: string | null = null) => {
  const { data } = await desk.as.admin.get<{ version: number }>('guard/regulator');
  const change = { ...DEFAULT_REGULATOR_TERMS, onlyRegistered, callerNumber, version: data.version };
  expect((await desk.as.admin.post('guard/regulator', change)).code).toBe('00');
};
const phoneOf = async (person: DeskPerson) =>
  (await desk.as.admin.get<SoftphoneInfo>(`softPhone/getByBindAgentId?agentId=${desk.people[person].id}`))
    .data;
const giveNumber = async (callerNumber: string | null, person: DeskPerson = 'collector') => {
  const { id, version, institutionId, supplier, extensionNumber, provider } = await phoneOf(person);
  return desk.as.admin.post('softPhone/createOrUpdate', {
    ...{ id, version, institutionId, supplier, extensionNumber, provider, callerNumber, password: null },
  });
};
const call = async (person: DeskPerson = 'collector') => {
  await hangUpAll(desk);
  return desk.as[person].post<{ callId: number }>('softPhone/makeCall', await newCall(desk, person));
};
const rings = (callId: number, from?: string) =>
  report(desk, { callId: `line-${callId}`, idempotencyKey: `call-${callId}`, type: 'RINGING', from });
const lineOf = async (callId: number) =>
  (
    await desk.api.rows<{ stated: string | null; shown: string | null; hangupReason: string | null }>(sql`
      SELECT caller_number AS stated, shown_number AS shown, hangup_reason AS hangupReason FROM phone_call
      WHERE id = ${callId}`)
  )[0];
const differences = async () =>
  (await desk.api.rows(sql`SELECT id FROM domain_event WHERE name = 'call.numberDiffered'`)).length;

describe('the register of agencies', () => {
  it('keeps who is in charge and the numbers from which each may call, as they are dialled', async () => {
    const { code, data } = await save();
    expect(code).toBe('00');
    const [row] = await agencies('&number=5555550101');
    expect(row).toMatchObject({
      id: data.id,
      numbers: `${OURS}\n+525555550101`,
      peopleInCharge: 'Ana Prado',
    });
    expect(await agencies('&number=5555550102')).toEqual([]);
    expect((await save()).data).toMatchObject({ fields: [{ field: 'numbers' }] });
    expect((await save({ name: 'Otro', numbers: OTHERS })).code).toBe('00');
    expect((await save({ numbers: '' })).data).toMatchObject({ fields: [{ field: 'name' }] });
  });

  it('gives a number to one agency, also when several ask for it at once', async () => {
    const names = ['A', 'B', 'C', 'D', 'E'];
    const answers = await Promise.all(names.map((name) => save({ name, numbers: '+525555550150' })));
    expect(answers.filter(({ code }) => code === '00')).toHaveLength(1);
    const refused = answers.filter(({ code }) => code !== '00').map(({ data }) => data);
    for (const data of refused) expect(data).toMatchObject({ fields: [{ field: 'numbers' }] });
  });

  it.each([
    ['a number that is none', { numbers: '5555' }, 'numbers'],
    ['a number without its country', { numbers: '5555550100' }, 'numbers'],
    ['a tax id of other letters', { taxId: 'x' }, 'taxId'],
    ['a mail that is none', { mail: 'x@' }, 'mail'],
  ])('takes no %s', async (_, change, field) => {
    const { code, data } = await save(change);
    expect([code, data]).toMatchObject(['22', { fields: [{ field }] }]);
  });

  it('is seen and kept where its institutions are', async () => {
    expect((await save({}, 'supervisor')).code).toBe('20');
    const [own] = await agencies('&name=Cobranza');
    expect(await agencies('', 'otherAdmin')).toEqual([]);
    expect((await save({ id: own!.id, version: own!.version }, 'otherAdmin')).code).not.toBe('00');
  });
});

describe('a call while the register is in force', () => {
  it('comes from a number of it, which is stated, and from no other', async () => {
    expect((await call()).code).toBe('00');
    await terms(true);
    expect(await call()).toMatchObject({ code: '23', message: expect.stringContaining('no caller number') });
    await giveNumber('+525555550777');
    expect(await call()).toMatchObject({
      code: '23',
      message: expect.stringContaining('not in the register'),
    });
    expect((await giveNumber('55')).code).toBe('22');
    await giveNumber(OURS);
    const { code, data } = await call();
    expect(code).toBe('00');
    expect(await lineOf(data.callId)).toMatchObject({ stated: OURS, shown: null });
  });

  it('goes on when the telephone confirms the number, however it writes it', async () => {
    const { data } = await call();
    await rings(data.callId, '525555550100');
    expect(await callOf(desk, data.callId)).toMatchObject({ state: 'RINGING', hangupAt: null });
    expect(await lineOf(data.callId)).toMatchObject({ shown: OURS });
    expect(await differences()).toBe(0);
  });

  it('is hung up once the callee is shown another number, and supervisors hear of it', async () => {
    const { data } = await call();
    await rings(data.callId, OTHERS);
    await rings(data.callId, OTHERS);
    expect(await lineOf(data.callId)).toEqual({ stated: OURS, shown: OTHERS, hangupReason: 'CALLER_NUMBER' });
    expect(await differences()).toBe(1);
    await report(desk, {
      ...{ callId: `line-${data.callId}`, idempotencyKey: `call-${data.callId}` },
      ...{ type: 'ENDED', reason: 'HUNG_UP', hungUpBy: 'AGENT' },
    });
    expect(await callOf(desk, data.callId)).toMatchObject({ reason: 'CALLER_NUMBER', hungUpBy: 'SYSTEM' });
    const inbox = await desk.as.supervisor.get<Page<InboxItem>>('inbox/list');
    expect(inbox.data.result.map(({ cause, subjectId }) => [cause, subjectId])).toContainEqual([
      'CALLER_NUMBER_DIFFERED',
      data.callId,
    ]);
  });

  it('comes from the number of the institution where its softphone has none', async () => {
    await giveNumber(null);
    await terms(true, '+52 1 55 5555 0101'.replace(/ /g, ''));
    const { code, data } = await call();
    expect(code).toBe('00');
    expect(await lineOf(data.callId)).toMatchObject({ stated: '+525555550101' });
    await terms(true, OTHERS.replace('99', '98'));
    expect((await call()).code).toBe('23');
    await terms(true);
    expect((await call()).code).toBe('23');
    await giveNumber(OURS);
  });

  it('is refused once its agency may call no more', async () => {
    const [own] = await agencies('&name=Cobranza');
    await save({ id: own!.id, version: own!.version, enabled: false });
    expect((await call()).code).toBe('23');
    const [off] = await agencies('&name=Cobranza');
    await save({ id: off!.id, version: off!.version, enabled: true });
    expect((await call()).code).toBe('00');
  });

  it('may come from a number that an institution above has registered', async () => {
    await oneTree(desk.api, desk.org);
    await desk.api.rows(sql`
      UPDATE softphone SET institution_id = ${desk.org.otherInstitutionId} WHERE owner_id = ${desk.people.collector.id}`);
    expect((await call()).code).toBe('00');
  });
});

describe('a call while it is not', () => {
  it('takes any number, and is not hung up for another one', async () => {
    await terms(false);
    const { data } = await call();
    await rings(data.callId, OTHERS);
    expect(await lineOf(data.callId)).toMatchObject({ shown: OTHERS, hangupReason: null });
  });
});
