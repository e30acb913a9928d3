import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BoundCases } from '../../../contract/cases/case-moves.js';
import type { PromisePage, PromiseRates } from '../../../contract/cases/promises.js';
import type { RecordAnswer } from '../../../contract/cases/records.js';
import { PromisesService } from '../../../server/features/case-work/promises/promises.service.js';
import { Clock } from '../../../server/platform/clock/clock.js';
import { sql } from '../../../server/platform/db/sql.js';
import { pay } from '../../support/cases.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, requestId, type DeskPerson } from '../cases/desk.js';

/** A Wednesday, 19:00 in Mexico City: today's promises are over in five hours. */
const EVENING = '2026-11-19T01:00:00Z';
const TODAY = '2026-11-18';
const NIGHT = '2026-11-19T06:00:01Z';

let now = new Date(EVENING);

const { desk } = useDesk(createDesk, { clock: EVENING });
beforeAll(async () => {
  desk.api.get(Clock).now = () => now;
});
beforeEach(() => {
  now = new Date(EVENING);
});

async function promised(person: DeskPerson = 'collector', promiseDate = TODAY, amount = 10_000) {
  const taskId = await openCase(desk, person);
  const { code, data } = await desk.as[person].post<RecordAnswer>('task/record', {
    taskId, callResult: 'PTP', promiseAmount: amount, promiseDate, clientRequestId: requestId(),
  }); // prettier-ignore
  expect(code).toBe('00');
  return { taskId, promiseId: data.promiseId!, version: data.version };
}
const list = async (person: DeskPerson, query = '') =>
  (await desk.as[person].get<PromisePage>(`promise/list?size=200${query}`)).data;
const idsIn = async (person: DeskPerson, lane: string, query = '') =>
  (await list(person, `&lane=${lane}${query}`)).result.map(({ id }) => id).sort((a, b) => a - b);
const handBack = (person: DeskPerson, taskIds: number[], more: object = {}) =>
  desk.as[person].post<BoundCases>('promise/handBack', { taskIds, clientRequestId: requestId(), ...more });
const ownerOf = async (taskId: number) =>
  (
    await desk.api.rows<{ status: string; ownerId: number | null }>(sql`
      SELECT status, owner_id AS ownerId FROM collection_case WHERE id = ${taskId}`)
  )[0];
const paid = async (taskId: number, amount: number) => {
  const [item] = await desk.api.rows<{ loanItemExternalId: string }>(sql`
    SELECT i.external_id AS loanItemExternalId FROM collection_case c JOIN loan_item i ON i.id = c.loan_item_id
    WHERE c.id = ${taskId}`);
  return pay(desk.api, { ...item!, amount, paidAt: now.toISOString(), providerReference: requestId() });
};
/** Promises of today of which nothing, a part and all is paid when their day is over. */
async function night(): Promise<void> {
  now = new Date(NIGHT);
  await desk.api.get(PromisesService).reconcile();
}

describe('the lanes', () => {
  it('hold what is for today, over soon, open, broken, partly kept and kept, with their counts', async () => {
    const mine = [await promised(), await promised(), await promised(), await promised()] as const;
    const later = await promised('collector', '2026-11-20');
    const [broken, partly, kept, early] = mine;
    const ids = mine.map(({ promiseId }) => promiseId);
    expect(await idsIn('collector', 'today')).toEqual(ids);
    expect(await idsIn('collector', 'soon')).toEqual(ids);
    expect(await idsIn('collector', 'soon', '&hours=4')).toEqual([]);
    expect(await idsIn('collector', 'open')).toEqual([...ids, later.promiseId]);
    await paid(early.taskId, 10_000);
    await paid(kept.taskId, 9_500);
    await paid(partly.taskId, 2_000);
    expect(await idsIn('collector', 'kept')).toEqual([kept.promiseId, early.promiseId]);
    await night();
    const { counts, result, totalCount } = await list('collector', '&lane=broken');
    expect(counts).toEqual({ today: 0, soon: 0, open: 1, broken: 1, partial: 1, kept: 2 });
    expect(totalCount).toBe(1);
    expect(result).toMatchObject([
      {
        id: broken.promiseId, taskId: broken.taskId, amount: 10_000, paid: 0, dueDate: TODAY, status: 'BROKEN',
        collector: 'collector', caseStatus: 'C10', handBack: true, settledAt: NIGHT.replace('Z', '.000Z'),
      },
    ]); // prettier-ignore
    expect(await idsIn('collector', 'partial')).toEqual([partly.promiseId]);
    now = new Date('2026-11-26T05:59:00Z');
    expect(await idsIn('collector', 'broken')).toEqual([broken.promiseId]);
    now = new Date('2026-11-26T06:01:00Z');
    expect(await idsIn('collector', 'broken')).toEqual([]);
    expect(await idsIn('collector', 'broken', '&period=month')).toEqual([broken.promiseId]);
  });

  it('are sorted and narrowed, and a wrong word is refused', async () => {
    const small = await promised('stranger', TODAY, 500);
    const large = await promised('stranger', TODAY, 90_000);
    const asked = async (query: string) =>
      (await list('supervisor', `&lane=today&collectorId=${desk.people.stranger.id}${query}`)).result.map(
        ({ id }) => id,
      );
    expect(await asked('&sort=amount')).toEqual([large.promiseId, small.promiseId]);
    expect(await asked('&sort=amount&order=asc')).toEqual([small.promiseId, large.promiseId]);
    expect(await asked(`&groupId=${desk.org.groupId}`)).toEqual([]);
    expect(await asked(`&queueId=${desk.org.queueId}`)).toHaveLength(2);
    expect((await desk.as.leader.get('promise/list?lane=tomorrow')).code).toBe('22');
  });
});

describe('whose promises', () => {
  it('are those of the cases that the viewer sees, in rows, counts and files', async () => {
    const own = await promised('collector', '2026-11-19');
    const sees = async (person: DeskPerson) => (await idsIn(person, 'open')).includes(own.promiseId);
    for (const person of ['collector', 'leader', 'supervisor', 'admin'] as const)
      expect({ [person]: await sees(person) }).toEqual({ [person]: true });
    for (const person of ['colleague', 'stranger', 'otherLeader', 'otherAdmin'] as const)
      expect({ [person]: await sees(person) }).toEqual({ [person]: false });
    const { counts } = await list('otherAdmin');
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0]);
    const file = await desk.as.leader.agent.get('/api/promise/list?lane=open&output=1');
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.text).toContain('100.00');
    expect((await desk.as.collector.get('promise/list?output=1')).code).toBe('20');
  });
});

describe('the kept rate', () => {
  it('is that of the people below, the lowest first, of what ended within the period', async () => {
    const rates = async (person: DeskPerson, query = '') =>
      (await desk.as[person].get<PromiseRates>(`promise/rates?period=month${query}`)).data;
    const [one, two] = [await promised('colleague'), await promised('colleague')];
    await paid(one.taskId, 10_000);
    await night();
    expect(two.promiseId).toBeGreaterThan(0);
    const { id } = desk.people.colleague;
    expect((await rates('leader')).collectors.find(({ collectorId }) => collectorId === id)).toEqual({
      collectorId: id, collector: 'colleague', kept: 1, partial: 0, broken: 1, rate: 0.5,
    }); // prettier-ignore
    expect(await rates('leader', `&collectorId=${id}`)).toMatchObject({ kept: 1, broken: 1, rate: 0.5 });
    expect((await rates('colleague')).collectors.map(({ collectorId }) => collectorId)).toEqual([id]);
    const names = async (person: DeskPerson) =>
      (await rates(person)).collectors.map(({ collector }) => collector);
    expect(await names('leader')).not.toContain('stranger');
    expect(await names('supervisor')).toContain('stranger');
    expect(await names('otherAdmin')).toEqual([]);
    expect(await rates('otherAdmin')).toMatchObject({ rate: null });
    const all = (await rates('supervisor')).collectors.map(({ rate }) => rate!);
    expect(all).toEqual([...all].sort((a, b) => a - b));
  });
});

describe('handing back', () => {
  it('shows first what would go, takes the cases of broken promises, and gives them back when undone', async () => {
    const [broken, kept, other] = [await promised(), await promised(), await promised('stranger')] as const;
    await paid(kept.taskId, 10_000);
    await night();
    const taskIds = [broken.taskId, kept.taskId, other.taskId];
    const rejected = [
      { taskId: kept.taskId, reason: 'promise.notBroken' },
      { taskId: other.taskId, reason: 'case.notFound' },
    ];
    const preview = await handBack('leader', taskIds, { preview: true });
    expect(preview).toMatchObject({
      code: '00',
      data: { accepted: [broken.taskId], rejected, bindId: null },
    });
    expect(await ownerOf(broken.taskId)).toEqual({ status: 'C10', ownerId: desk.people.collector.id });
    const again = { clientRequestId: requestId() };
    const [one, two] = await Promise.all([
      handBack('leader', taskIds, again),
      handBack('leader', taskIds, again),
    ]);
    expect(one).toMatchObject({ code: '00', data: { accepted: [broken.taskId], rejected } });
    expect(two.data).toEqual(one.data);
    expect(await ownerOf(broken.taskId)).toEqual({ status: 'C00', ownerId: null });
    const [released] = await desk.api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE case_id = ${broken.taskId} AND name = 'case.released'`);
    expect(JSON.parse(released!.payload)).toMatchObject({ reason: 'BROKEN_PROMISE', to: null });
    expect((await list('leader', '&lane=broken')).result).toContainEqual(
      expect.objectContaining({ id: broken.promiseId, handBack: false }),
    );
    const { data } = await desk.as.leader.post<BoundCases>('management/task/undoBind', {
      bindId: one.data.bindId,
    });
    expect(data).toMatchObject({ accepted: [broken.taskId] });
    expect(await ownerOf(broken.taskId)).toMatchObject({ ownerId: desk.people.collector.id });
  });

  it('needs a case, its version, and a permission; a new promise keeps the case', async () => {
    expect(await handBack('leader', [])).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'taskIds' }] },
    });
    expect((await handBack('collector', [1])).code).toBe('20');
    const first = await promised();
    await night();
    const old = await handBack('leader', [first.taskId], { versions: [1] });
    expect(old.data.rejected).toEqual([{ taskId: first.taskId, reason: 'case.changed' }]);
    await desk.as.collector.post('task/record', {
      taskId: first.taskId, callResult: 'PTP', promiseAmount: 500, clientRequestId: requestId(),
    }); // prettier-ignore
    const kept = await handBack('leader', [first.taskId]);
    expect(kept.data.rejected).toEqual([{ taskId: first.taskId, reason: 'promise.notBroken' }]);
  });

  it('of the same case by two leaders at once happens once', async () => {
    const { taskId } = await promised();
    await night();
    const answers = await Promise.all([handBack('leader', [taskId]), handBack('admin', [taskId])]);
    expect(answers.flatMap(({ data }) => data.accepted)).toEqual([taskId]);
    expect(answers.flatMap(({ data }) => data.rejected)).toEqual([{ taskId, reason: 'case.notAllowed' }]);
  });
});
