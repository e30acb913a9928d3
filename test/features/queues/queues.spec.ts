import { beforeAll, describe, expect, it } from '@jest/globals';
import type { QueueCollector, QueueCase, QueueInfo } from '../../../contract/team/queues.js';
import type { Page } from '../../../contract/shared/page.js';
import { businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { grant } from '../../support/tree.js';

let otherLeader: Client;
let ana: Person;

const { api, org, admin, leader } = useSite({ people: { admin: 'admin', leader: 'leader' } });
beforeAll(async () => {
  otherLeader = await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));
  ana = await createUser(api, org, 'member', { name: 'Ana' });
});

const form = (more: object = {}) => ({
  institutionId: org.institutionId, code: 'LATE', name: 'Late', type: 'MANUAL', longAgingDpd: 31, plannedCases: 400,
  perCapitaMin: 10, perCapitaMax: 60, seatsMin: 2, seatsMax: 9, firstActionDays: 2,
  reminderTemplateId: null, ...more,
}); // prettier-ignore
type Saved = { id: number; fields?: { field: string }[]; inForce?: QueueInfo };
const save = (body: object, who = admin) => who.post<Saved>('management/queue/createOrUpdate', body);
const list = async (who: Client, query = '') =>
  (await who.get<Page<QueueInfo>>(`management/queue/list/${query}`)).data.result;
const info = (id: number, who = admin) => who.get<QueueInfo>(`management/queue/info/${id}`);

describe('a queue', () => {
  it('is made once, changed with its difference, closed and opened', async () => {
    const made = await save({ ...form(), clientRequestId: 'queue-request-1' });
    expect(made.code).toBe('00');
    const { id } = made.data;
    expect((await save({ ...form(), clientRequestId: 'queue-request-1' })).data.id).toBe(id);
    expect((await info(id)).data).toEqual({
      ...form(), id, version: 1, open: true, institutionName: 'NORTE', reminderTemplate: null, userCount: 0, waiting: 0, assigned: 0,
      oldestWaitingAt: null,
    }); // prettier-ignore
    expect((await save({ ...form({ perCapitaMax: 80 }), id, version: 1 })).code).toBe('00');
    expect((await admin.post('management/queue/setStatus', { id, open: false, version: 2 })).code).toBe('00');
    expect((await info(id)).data).toMatchObject({ perCapitaMax: 80, open: false, version: 3 });
    const events = await api.rows<{ name: string; payload: string }>(sql`
      SELECT name, payload FROM domain_event WHERE subject_type = 'queue' AND subject_id = ${id} ORDER BY id`);
    expect(events.map(({ name }) => name)).toEqual(['queue.created', 'queue.changed', 'queue.changed']);
    expect(JSON.parse(events[1]!.payload)).toMatchObject({
      changes: { perCapitaMax: { before: 60, after: 80 } },
    });
  });

  it('is refused to whoever saw an older one, with what is in force', async () => {
    const { id } = (await save(form({ code: 'RACE' }))).data;
    expect((await save({ ...form({ code: 'RACE', name: 'First' }), id, version: 1 })).code).toBe('00');
    const late = await save({ ...form({ code: 'RACE', name: 'Second' }), id, version: 1 });
    expect(late.code).toBe('23');
    expect(late.data.inForce).toMatchObject({ name: 'First', version: 2 });
  });

  it.each([
    ['a code that is taken', () => ({ code: 'Q1' }), 'code'],
    ['a code with a space', () => ({ code: 'A B' }), 'code'],
    ['no name', () => ({ code: 'X1', name: ' ' }), 'name'],
    ['a maximum below the minimum', () => ({ code: 'X1', perCapitaMin: 90 }), 'perCapitaMax'],
    [
      'a reminder that does not exist',
      () => ({ code: 'X1', reminderTemplateId: 999_999 }),
      'reminderTemplateId',
    ],
    ['fewer seats at most than at least', () => ({ code: 'X1', seatsMax: 1 }), 'seatsMax'],
  ])('is refused with %s, at its field', async (_, more, field) => {
    const { code, data } = await save(form(more()));
    expect(['21', '22']).toContain(code);
    expect(data.fields?.map((each) => each.field)).toEqual([field]);
  });

  it('stays in its institution, and does not exist for others', async () => {
    const { id } = (await save(form({ code: 'STAY' }))).data;
    expect((await save(form({ code: 'FAR', institutionId: org.otherInstitutionId }))).code).toBe('21');
    expect((await info(id, leader)).code).toBe('21');
    expect((await save({ ...form({ code: 'STAY' }), id }, leader)).code).toBe('20');
    expect((await admin.get('management/queue/info/999999')).code).toBe('21');
  });
});

describe('the work of a queue', () => {
  const work = (id: number, version: number, more: object = {}) => ({
    ...{ id, version, plannedCases: 250, perCapitaMin: 5, perCapitaMax: 50, seatsMin: 1, seatsMax: 7 },
    ...{ reminderTemplateId: null, ...more },
  });
  const edit = (body: object, who = leader) => who.post<Saved>('management/queue/edit', body);

  it('is a leader’s to set with the right to it, and nothing else of the queue is', async () => {
    const before = (await info(org.queueId)).data;
    expect((await edit(work(org.queueId, before.version))).code).toBe('20');
    await grant(api, org.institutionId, 'leader', { more: ['queue:edit'] });
    const saved = await edit({ ...work(org.queueId, before.version), name: 'Mine', longAgingDpd: 1 });
    expect(saved.code).toBe('00');
    expect((await info(org.queueId)).data).toEqual({
      ...{ ...before, version: before.version + 1 },
      ...{ plannedCases: 250, perCapitaMin: 5, perCapitaMax: 50, seatsMin: 1, seatsMax: 7 },
    });
    const stale = await edit(work(org.queueId, before.version));
    expect(stale).toMatchObject({ code: '23', data: { inForce: { plannedCases: 250 } } });
    const wrong = await edit(work(org.queueId, before.version + 1, { perCapitaMin: 90 }));
    expect(wrong.data.fields?.map(({ field }) => field)).toEqual(['perCapitaMax']);
    const none = await edit(work(org.queueId, before.version + 1, { reminderTemplateId: 999_999 }));
    expect(none.data.fields?.map(({ field }) => field)).toEqual(['reminderTemplateId']);
    expect((await edit(work(org.queueId, before.version + 1), otherLeader)).code).toBe('21');
    expect((await save({ ...form({ code: 'Q1' }), id: org.queueId }, leader)).code).toBe('20');
    await grant(api, org.institutionId, 'leader', {});
  });
});

describe('the cases of a queue', () => {
  it('are counted: waiting, assigned, the oldest that waits, by collector', async () => {
    const mine = await createCase(api, org, { ownerId: ana.id, periods: [70_000] });
    const waiting = await createCase(api, org, { groupId: null });
    const later = await createCase(api, org, { groupId: null });
    await api.rows(
      sql`UPDATE collection_case SET opened_at = '2026-01-02 10:00:00' WHERE id = ${waiting.id}`,
    );
    expect((await info(org.queueId)).data).toMatchObject({
      userCount: 1, waiting: 2, assigned: 1, oldestWaitingAt: '2026-01-02T10:00:00.000Z',
    }); // prettier-ignore
    const cases = async (query: string, who = leader) =>
      (await who.get<Page<QueueCase>>(`management/queue/tasks/${org.queueId}${query}`)).data.result;
    expect((await cases('')).map(({ id }) => id)).toEqual([waiting.id, later.id]);
    expect(await cases('?state=assigned')).toMatchObject([
      { id: mine.id, agent: 'Ana', amountDue: 70_000, overdueDays: 10, status: 'C01' },
    ]);
    const agents = async () =>
      (await leader.get<QueueCollector[]>(`management/queue/agents/${org.queueId}`)).data;
    const inQueue = { id: ana.id, name: 'Ana', groupName: 'Group A', openCases: 1, amountDue: 70_000 };
    expect(await agents()).toEqual([{ ...inQueue, enabled: true, onLeave: false }]);
    const absent = { userId: ana.id, day: businessDay(new Date()), version: null, status: 'ABSENT' };
    expect((await leader.post('workSchedule/updateStatus', absent)).code).toBe('00');
    expect(await agents()).toEqual([{ ...inQueue, enabled: true, onLeave: true }]);
    const back = { ...absent, version: 2, status: 'ON_DUTY' };
    expect((await leader.post('workSchedule/updateStatus', back)).code).toBe('00');
  });

  it('exist for leaders whose group works the queue, and for nobody of another group', async () => {
    expect((await list(leader)).map(({ id }) => id)).toEqual([org.queueId]);
    expect(await list(otherLeader)).toEqual([]);
    for (const path of ['info', 'tasks', 'agents'])
      expect((await otherLeader.get(`management/queue/${path}/${org.queueId}`)).code).toBe('21');
    expect((await list(admin, '?status=closed&type=MANUAL&name=La')).map(({ code }) => code)).toEqual([
      'LATE',
    ]);
  });
});
