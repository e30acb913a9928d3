import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  REVEALS_PER_HOUR,
  type CallOutMessageRow,
  type RevealedPhone,
  type SavedContact,
} from '../../../contract/cases/borrowers.js';
import { businessDay } from '../../../contract/shared/date.js';
import type { ContactList } from '../../../contract/cases/cases.js';
import type { CollectionLogRow } from '../../../contract/cases/records.js';
import type { Page } from '../../../contract/shared/page.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { asOwner } from '../../support/stack.js';
import { contactOf, createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';
import { eventsOf, keepDeviceData } from './desk.js';

let caseId: number;
const NOWHERE = 999_999_999;
const OTHERS: DeskPerson[] = ['colleague', 'stranger', 'otherLeader', 'otherAdmin'];

const { desk } = useDesk(createDesk);
beforeEach(async () => {
  caseId = await openCase(desk, 'collector');
});

const fieldsOf = (answer: { data: unknown }) =>
  (answer.data as { fields: { field: string }[] }).fields.map(({ field }) => field);

/** Every act of this file, as it would be accepted. */
const acts = (taskId: number): [path: string, body: object][] => [
  ['task/save/userEmerContact', { taskId, name: 'Rosa Díaz', phone: '5512345678', relation: 'R03' }],
  ['task/imageComment', { taskId, kind: 'FACE', comment: 'No se parece' }],
  ['task/ktp', { taskId, comment: 'Vencida' }],
  ['task/callOutMessage', { taskId, message: 'Nadie contesta' }],
  ['task/getRealPhone', { taskId, contactId: 'borrower', purpose: 'CALL' }],
];

describe('every act', () => {
  it('answers for a case of others as for none', async () => {
    const nothing = acts(NOWHERE);
    for (const who of OTHERS) {
      for (const [index, [path, body]] of acts(caseId).entries()) {
        const theirs = await desk.as[who].post(path, body);
        const nobodys = await desk.as[who].post(path, nothing[index]![1]);
        expect({ [`${who} ${path}`]: theirs.code }).toEqual({ [`${who} ${path}`]: '21' });
        expect({ ...theirs, requestId: '' }).toEqual({ ...nobodys, requestId: '' });
      }
    }
    expect(await desk.api.rows(sql`SELECT id FROM phone_reveal`)).toEqual([]);
  });

  it('is refused to the supervisor, who works no cases', async () => {
    for (const [path, body] of acts(caseId))
      expect({ [path]: (await desk.as.supervisor.post(path, body)).code }).toEqual({ [path]: '20' });
  });

  it.each([
    ['task/save/userEmerContact', { name: 'Rosa', phone: 'cinco', relation: 'R03' }, ['phone']],
    ['task/imageComment', { kind: 'KTP', comment: '' }, ['kind', 'comment']],
    ['task/ktp', { comment: '  ' }, ['comment']],
    ['task/ktp', { comment: 'x'.repeat(501) }, ['comment']],
    ['task/callOutMessage', { message: '' }, ['message']],
    ['task/getRealPhone', { contactId: 'borrower' }, ['purpose']],
    ['task/getRealPhone', { contactId: 'borrower', purpose: 'CURIOSITY' }, ['purpose']],
    ['task/getRealPhone', { purpose: 'CALL' }, ['contactId']],
  ])('names what is wrong: %s %j', async (path, body, fields) => {
    const answer = await desk.as.collector.post(path, { taskId: caseId, ...body });
    expect(answer.code).toBe('22');
    expect(fieldsOf(answer)).toEqual(fields);
  });

  it("says what is wrong with which field in the reader's language", async () => {
    const { agent } = desk.as.collector;
    const { body } = await agent
      .post('/api/task/save/userEmerContact')
      .set('accept-language', 'fr, es-MX;q=0.9, en;q=0.5')
      .send({ taskId: caseId, name: 'Rosa', relation: 'R99' });
    expect(body).toMatchObject({
      code: '22',
      message: 'phone: dato obligatorio; relation no es una de las opciones',
    });
  });
});

describe('an emergency contact', () => {
  const save = (body: object) =>
    desk.as.collector.post<SavedContact>('task/save/userEmerContact', { taskId: caseId, ...body });
  const list = async () =>
    (await desk.as.collector.get<ContactList>(`task/userContacts/${caseId}`)).data.contacts;

  it('is added with its number in E.164, sealed and masked', async () => {
    const { data } = await save({ name: 'Rosa Díaz', phone: '55 1234-5678', relation: 'R03' });
    expect(await list()).toContainEqual({
      id: data.contactId,
      name: 'Rosa Díaz',
      phone: '+52 55 •••• 5678',
      relation: 'R03',
      emergency: true,
      lastCallResult: null,
      blocked: null,
      source: 'COLLECTOR',
      givenOn: businessDay(new Date()),
      standing: 'GIVEN',
      standingAt: null,
    });
    expect(await eventsOf(desk, caseId, 'contact.saved')).toEqual([
      { caseId, contactId: data.contactId, relation: 'R03', emergency: true, added: true },
    ]);
  });

  it('is refused with a number that the borrower has already, however it is written, also at once', async () => {
    const contact = { name: 'Rosa Díaz', relation: 'R03' };
    const answers = await Promise.all(
      ['5512345678', '+52 55 1234 5678', '(55) 1234-5678', '0052 5512345678'].map((phone) =>
        save({ ...contact, phone }),
      ),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual(['00', '23', '23', '23']);
    expect(fieldsOf(answers.find(({ code }) => code === '23')!)).toEqual(['phone']);
    expect(await eventsOf(desk, caseId, 'contact.saved')).toHaveLength(1);
  });

  it.each(['R01', 'R11', 'R12', 'R99'])('is never %s', async (relation) => {
    const answer = await save({ name: 'Rosa', phone: '5512345678', relation });
    expect(answer.code).toBe('22');
  });

  it('is marked among those known, and unmarked; the same again changes nothing', async () => {
    const contactId = await contactOf(desk, caseId, 'R06');
    const marked = async () => (await list()).find(({ id }) => id === contactId)!.emergency;
    for (const emergency of [true, true, false]) {
      expect((await save({ contactId, emergency })).code).toBe('00');
      expect(await marked()).toBe(emergency);
    }
    expect(await eventsOf(desk, caseId, 'contact.saved')).toHaveLength(2);
  });

  it('is nobody of another borrower, not the borrower himself and nobody of his device', async () => {
    await keepDeviceData(desk, true);
    const kept = await openCase(desk, 'collector');
    await keepDeviceData(desk, false);
    const other = await contactOf(desk, await openCase(desk, 'collector'), 'R06');
    const own = await contactOf(desk, caseId, 'R01');
    for (const contactId of [other, own, NOWHERE]) expect((await save({ contactId })).code).toBe('21');
    const device = await contactOf(desk, kept, 'R11');
    const answer = await desk.as.collector.post('task/save/userEmerContact', {
      taskId: kept,
      contactId: device,
    });
    expect(answer.code).toBe('21');
  });

  it('is not saved on a closed case', async () => {
    const closed = await openCase(desk, 'collector', { status: 'C31' });
    const body = { taskId: closed, name: 'Rosa', phone: '5512345678', relation: 'R03' };
    expect((await desk.as.collector.post('task/save/userEmerContact', body)).code).toBe('23');
  });
});

describe('a number', () => {
  const reveal = (body: object, who: DeskPerson = 'collector') =>
    desk.as[who].post<RevealedPhone>('task/getRealPhone', { taskId: caseId, purpose: 'CALL', ...body });

  it('is shown for a purpose, which is written down', async () => {
    const contactId = await contactOf(desk, caseId, 'R06');
    const own = await reveal({ contactId: 'borrower' });
    expect(own.data.phone).toMatch(/^\+525551\d{6}$/);
    const friend = await reveal({ contactId, purpose: 'VERIFY' });
    expect(friend.data.phone).toMatch(/^\+525553\d{6}$/);
    expect(friend.data.left).toBe(own.data.left - 1);
    expect(await eventsOf(desk, caseId, 'phone.revealed')).toEqual([
      { caseId, contactId: null, purpose: 'CALL' },
      { caseId, contactId, purpose: 'VERIFY' },
    ]);
    const audit = await desk.api.rows(sql`
      SELECT user_id AS userId, contact_id AS contactId, purpose FROM phone_reveal WHERE case_id = ${caseId} ORDER BY id`);
    const userId = desk.people.collector.id;
    expect(audit).toEqual([
      { userId, contactId: null, purpose: 'CALL' },
      { userId, contactId, purpose: 'VERIFY' },
    ]);
  });

  it('of another borrower or of the device is not shown, and nothing is written', async () => {
    await keepDeviceData(desk, true);
    const kept = await openCase(desk, 'collector');
    await keepDeviceData(desk, false);
    const device = await contactOf(desk, kept, 'R11');
    expect((await reveal({ taskId: kept, contactId: device })).code).toBe('21');
    expect((await reveal({ contactId: device })).code).toBe('21');
    expect((await reveal({ contactId: NOWHERE })).code).toBe('21');
    expect(await eventsOf(desk, kept, 'phone.revealed')).toEqual([]);
  });

  it('is shown so often an hour and no more, also when they are asked for at once', async () => {
    await asOwner(sql`DELETE FROM phone_reveal`);
    const before = Date.now() - 30 * 60_000;
    for (let nth = 3; nth < REVEALS_PER_HOUR; nth++) {
      await desk.api.rows(sql`
        INSERT INTO phone_reveal (id, user_id, case_id, purpose, at)
        VALUES (${nth}, ${desk.people.collector.id}, ${caseId}, 'CALL', ${new Date(before)})`);
    }
    const answers = await Promise.all(Array.from({ length: 12 }, () => reveal({ contactId: 'borrower' })));
    const shown = answers.filter(({ code }) => code === '00');
    expect(shown.map(({ data }) => data.left).sort()).toEqual([0, 1, 2]);
    expect(answers.filter(({ code }) => code === '31')).toHaveLength(9);
    expect(await eventsOf(desk, caseId, 'phone.revealed')).toHaveLength(3);
    // Another person has an hour of their own, and an hour later this one has too.
    expect((await reveal({ contactId: 'borrower' }, 'leader')).code).toBe('00');
    await asOwner(sql`UPDATE phone_reveal SET at = ${new Date(Date.now() - 3_601_000)}`);
    expect((await reveal({ contactId: 'borrower' })).code).toBe('00');
  });
});

describe('a call-out message', () => {
  it('is a memo of the collection log, that changes nothing of the case', async () => {
    const contactId = await contactOf(desk, caseId, 'R06');
    const body = { taskId: caseId, contactId, message: 'Recado con la vecina', clientRequestId: requestId() };
    for (let times = 0; times < 2; times++) {
      const { data } = await desk.as.collector.post('task/callOutMessage', body);
      expect(data).toMatchObject({ status: 'C01', promiseId: null });
    }
    // A message that was delivered stands in the same log, and is no note of anybody.
    await desk.api.rows(sql`
      INSERT INTO collection_log (id, case_id, borrower_id, type, result_group, result, collection_result, at)
      SELECT 1, id, borrower_id, '02', 'OTHER', 'MEMO', 'MSS', '2020-01-01'
      FROM collection_case WHERE id = ${caseId}`);
    const left = await desk.as.collector.get<CallOutMessageRow[]>(`task/callOutMessage?taskId=${caseId}`);
    expect(left.data).toEqual([
      {
        id: expect.any(Number),
        time: expect.any(String),
        contactName: expect.stringContaining('Pedro'),
        message: 'Recado con la vecina',
        creator: 'collector',
      },
    ]);
    const log = await desk.as.collector.get<Page<CollectionLogRow>>(`task/collectionLogs/${caseId}`);
    expect(log.data.result[0]).toMatchObject({ callResult: 'MEMO', remarks: 'Recado con la vecina' });
  });

  it('is refused with a contact of another borrower, and on a closed case', async () => {
    const contactId = await contactOf(desk, await openCase(desk, 'collector'), 'R06');
    const body = { taskId: caseId, contactId, message: 'x' };
    expect((await desk.as.collector.post('task/callOutMessage', body)).code).toBe('21');
    const closed = await openCase(desk, 'collector', { status: 'C31' });
    expect((await desk.as.collector.post('task/callOutMessage', { taskId: closed, message: 'x' })).code).toBe(
      '23',
    );
  });
});
