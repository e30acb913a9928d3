import { afterEach, describe, expect, it } from '@jest/globals';
import type { ContactList } from '../../../contract/cases/cases.js';
import type { ComplianceDecision } from '../../../contract/contact/contact-compliance.js';
import type { StopDetail, StopRow } from '../../../contract/contact/stops.js';
import type { Page } from '../../../contract/shared/page.js';
import { CallsService } from '../../../server/features/calls/calls.service.js';
import { refusalOfLift, type StopFacts } from '../../../server/domain/stops/stop.rules.js';
import { list, sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client } from '../../support/org.js';
import { useDesk } from '../../support/site.js';
import { callOf, createCallDesk, hangUpAll, makeCall, newCall, NOON, type Dialling } from '../calls/desk.js';
import { contactOf, requestId, type DeskPerson } from '../cases/desk.js';

type Saved = { id: number; version: number };

const { desk } = useDesk(createCallDesk, { clock: NOON });
afterEach(() => hangUpAll(desk));

let numbers = 5_540_000_000;
/** A number that nobody has yet. */
const newPhone = () => String(++numbers);

const record = (by: DeskPerson, { taskId, contactId }: Dialling, callResult = 'NORLVT') =>
  desk.as[by].post<{ recordId: number }>('task/record', {
    ...{ taskId, contactId, callStatus: 'CONNECTED', callResult, clientRequestId: requestId() },
  });
const call = (by: DeskPerson, of: Dialling) =>
  desk.as[by].post<{ decision: ComplianceDecision }>('softPhone/makeCall', of);
const rulesAgainst = async (by: DeskPerson, of: Dialling) =>
  (await call(by, of)).data.decision.reasons.map(({ rule }) => rule);
const blockedOf = async ({ taskId, contactId }: Dialling) =>
  (await desk.as.admin.get<ContactList>(`task/contacts/${taskId}`)).data.contacts.find(
    ({ id }) => id === contactId,
  )?.blocked;
const live = async (by: Client = desk.as.supervisor) =>
  (await by.get<Page<StopRow>>('guard/stops?state=LIVE&kind=NUMBER&size=200')).data.result;
const detail = async (id: number) => (await desk.as.supervisor.get<StopDetail>(`guard/stops/${id}`)).data;
const resume = (by: Client, id: number, reason = 'The borrower sent his contract with this number') =>
  by.post<Saved>('guard/resume', { id, reason, clientRequestId: requestId() });
const eventsOf = async (taskId: number) =>
  (
    await desk.api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE case_id = ${taskId} AND name LIKE 'contact.number%' ORDER BY id`)
  ).map(({ name }) => name);

/** The people whose inbox says that the end of a stop waits. */
const told = async (stopId: number) =>
  (
    await desk.api.rows<{ name: string }>(sql`
      SELECT u.name FROM inbox_item i JOIN user u ON u.id = i.user_id
      WHERE i.cause = 'LIFT_REQUESTED' AND i.subject_id = ${stopId} ORDER BY u.name`)
  ).map(({ name }) => name);

/** Two borrowers of two collectors with one number. */
async function twoWith(phone: string): Promise<[Dialling, Dialling]> {
  return [await newCall(desk, 'collector', phone), await newCall(desk, 'colleague', phone)];
}

describe('a number that a record says is somebody else’s', () => {
  it('is stopped for every borrower who has it, and the record itself says why', async () => {
    const [own, other] = await twoWith(newPhone());
    expect((await record('collector', own)).code).toBe('00');
    expect(await rulesAgainst('colleague', other)).toEqual(['wrongNumber']);
    expect([await blockedOf(own), await blockedOf(other)]).toEqual(['WRONG', 'WRONG']);
    expect([await eventsOf(own.taskId), await eventsOf(other.taskId)]).toEqual([
      ['contact.numberStopped'],
      ['contact.numberStopped'],
    ]);
    const [stop] = await live();
    expect(stop).toMatchObject({ kind: 'NUMBER', reason: null, result: 'NORLVT', stoppedBy: 'collector' });
    expect(stop!.subject).toMatch(/•/);
    expect(await live(desk.as.otherAdmin)).toEqual([]);
    expect((await desk.as.otherAdmin.get(`guard/stops/${stop!.id}`)).code).toBe('21');
  });

  it('stays stopped when a later file brings it again, under whatever borrower', async () => {
    const phone = newPhone();
    const [own] = await twoWith(phone);
    await record('collector', own, 'NOVLD');
    const later = await newCall(desk, 'colleague', phone);
    expect(await blockedOf(later)).toBe('WRONG');
    expect(await rulesAgainst('colleague', later)).toEqual(['wrongNumber']);
  });

  it('is hung up where it rings, and kept beside the stop', async () => {
    const phone = newPhone();
    const ringing = await makeCall(desk, 'colleague', phone);
    await desk.api.rows(sql`
      UPDATE phone_call SET state = 'RINGING', asked_at = requested_at, ringing_at = requested_at WHERE id = ${ringing}`);
    await record('collector', await newCall(desk, 'collector', phone));
    const [stop] = await live();
    await desk.api.get(CallsService).endStopped(stop!.id);
    expect((await callOf(desk, ringing)).hangupAt).not.toBeNull();
    expect((await detail(stop!.id)).acts).toMatchObject([{ kind: 'CALL', id: ringing }]);
  });

  it('is free again when the record is undone, and not before', async () => {
    const [own, other] = await twoWith(newPhone());
    const { data } = await record('collector', own);
    const undone = await desk.as.collector.post('task/undoRecord', {
      ...{ taskId: own.taskId, recordId: data.recordId, clientRequestId: requestId() },
    });
    expect(undone.code).toBe('00');
    expect([await blockedOf(own), await blockedOf(other)]).toEqual([null, null]);
    expect((await call('colleague', other)).code).toBe('00');
    expect(await eventsOf(other.taskId)).toEqual(['contact.numberStopped', 'contact.numberReleased']);
  });

  it('stays stopped by the second of two who said so when the first takes it back', async () => {
    const [own, other] = await twoWith(newPhone());
    const { data } = await record('collector', own);
    await record('colleague', other);
    await desk.as.collector.post('task/undoRecord', {
      ...{ taskId: own.taskId, recordId: data.recordId, clientRequestId: requestId() },
    });
    expect([await blockedOf(own), await blockedOf(other)]).toEqual(['WRONG', 'WRONG']);
  });

  it('is stopped once however often the same contact is marked', async () => {
    const [own] = await twoWith(newPhone());
    const before = (await live()).length;
    await record('collector', own);
    await record('collector', own, 'NOVLD');
    expect(await live()).toHaveLength(before + 1);
  });

  it('is no other number of the same borrower', async () => {
    const own = await newCall(desk, 'collector', newPhone());
    const second = await contactOf(desk, own.taskId, 'R06');
    await record('collector', { ...own, contactId: second });
    expect(await blockedOf(own)).toBeNull();
    expect(await rulesAgainst('collector', own)).not.toContain('wrongNumber');
  });
});

describe('a supervisor', () => {
  it('stops the number of a contact with a reason, and nobody of another institution does', async () => {
    const [own, other] = await twoWith(newPhone());
    const body = { kind: 'NUMBER', subjectId: own.contactId, reason: 'Her letter of the 12th says so' };
    const stop = (by: DeskPerson) =>
      desk.as[by].post<Saved>('guard/stop', { ...body, clientRequestId: requestId() });
    expect((await stop('collector')).code).toBe('20');
    expect(await stop('otherAdmin')).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'subjectId' }] },
    });
    const { data } = await stop('supervisor');
    expect(await detail(data.id)).toMatchObject({ reason: 'Her letter of the 12th says so', result: null });
    expect(await rulesAgainst('colleague', other)).toEqual(['wrongNumber']);
    expect(await stop('supervisor')).toMatchObject({
      code: '23',
      message: expect.stringContaining(`stop ${data.id}`),
    });
  });
});

describe('the end of a number’s stop', () => {
  it('takes one who asks with evidence and another one who grants it', async () => {
    const [own, other] = await twoWith(newPhone());
    await record('collector', own);
    const [stop] = await live();
    expect((await resume(desk.as.leader, stop!.id)).code).toBe('20');
    expect((await resume(desk.as.otherAdmin, stop!.id)).code).toBe('21');
    expect((await resume(desk.as.supervisor, stop!.id)).code).toBe('00');
    expect(await blockedOf(other)).toBe('WRONG');
    expect(await told(stop!.id)).toEqual(['admin']);
    expect(await detail(stop!.id)).toMatchObject({
      ...{ liftRequestedBy: 'supervisor', evidence: 'The borrower sent his contract with this number' },
      ...{ mayLift: false, liftedAt: null },
    });
    expect((await resume(desk.as.supervisor, stop!.id)).code).toBe('20');
    expect((await resume(desk.as.admin, stop!.id, 'I have seen the contract')).code).toBe('00');
    expect([await blockedOf(own), await blockedOf(other)]).toEqual([null, null]);
    expect(await detail(stop!.id)).toMatchObject({
      ...{ liftedBy: 'admin', liftReason: 'I have seen the contract' },
      evidence: 'The borrower sent his contract with this number',
    });
    expect((await call('colleague', other)).code).toBe('00');
    await record('collector', own);
    expect(await blockedOf(other)).toBe('WRONG');
  });

  it('is not granted by an account that the person who asked has made', async () => {
    const [own] = await twoWith(newPhone());
    await record('collector', own);
    const [stop] = await live();
    const made = await createUser(desk.api, desk.org, 'supervisor');
    await desk.api.rows(sql`
      INSERT INTO domain_event (name, subject_type, subject_id, actor_id, payload, effective_at, recorded_at)
      VALUES ('user.created', 'user', ${made.id}, ${desk.people.supervisor.id}, '{}', ${new Date(NOON)}, ${new Date(NOON)})`);
    await resume(desk.as.supervisor, stop!.id);
    const granted = await resume(await signedIn(desk.api, made), stop!.id);
    expect(granted).toMatchObject({ code: '20', message: expect.stringMatching(/^This takes two people/) });
    expect(await blockedOf(own)).toBe('WRONG');
  });

  const asked: StopFacts = {
    ...{ kind: 'NUMBER', subjectId: 1, byInstitutionId: 2, stoppedBy: 5, liftedAt: null },
    ...{ liftRequestedBy: 6, requesterInstitutionId: 2, aboveRequesterId: 1 },
  };
  it.each([
    ['the person who asked', { userId: 6, institutionId: 2, institutionIds: [2] }, 'stop.levelAbove'],
    [
      'a colleague of the same level',
      { userId: 7, institutionId: 2, institutionIds: [2] },
      'stop.levelAbove',
    ],
    ['somebody of the level above', { userId: 8, institutionId: 1, institutionIds: [1, 2] }, null],
    ['somebody beside', { userId: 9, institutionId: 3, institutionIds: [3] }, 'permission.denied'],
    ['the person who stopped it', { userId: 5, institutionId: 1, institutionIds: [1, 2] }, 'stop.samePerson'],
  ])('is refused or granted to %s', (_, person, refusal) => {
    expect(refusalOfLift(person, asked)).toBe(refusal);
  });
});

describe('many at once', () => {
  it('call nobody by a number after it was marked', async () => {
    const phone = newPhone();
    const marked = await newCall(desk, 'collector', phone);
    const callers = ['collector', 'colleague', 'stranger', 'leader'] as const;
    const diallings = await Promise.all(
      callers.flatMap((by) => [1, 2, 3].map(async () => [by, await newCall(desk, by, phone)] as const)),
    );
    const [, ...answers] = await Promise.all([
      record('collector', marked),
      ...diallings.map(([by, of]) => call(by, of)),
    ]);
    const [after] = await desk.api.rows<{ n: number }>(sql`
      SELECT COUNT(*) AS n FROM domain_event made JOIN domain_event stopped
        ON stopped.name = 'contact.numberStopped' AND stopped.case_id = ${marked.taskId} AND stopped.id < made.id
      WHERE made.name = 'call.requested' AND made.case_id IN ${list(diallings.map(([, { taskId }]) => taskId))}`);
    expect(Number(after!.n)).toBe(0);
    // 23: the person had a call already.
    expect(answers.map(({ code }) => code).filter((code) => !['00', '23', '30'].includes(code))).toEqual([]);
    await hangUpAll(desk);
    for (const [by, of] of diallings)
      expect((await call(by, { ...of, clientRequestId: requestId() })).code).toBe('30');
  });
});
