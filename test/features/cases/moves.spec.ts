import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MovedCases } from '../../../contract/cases/case-moves.js';
import {
  isEligible,
  judgeAssign,
  judgeLeave,
  type BoundCollector,
  type HeldCase,
} from '../../../server/domain/cases/moves/move.rules.js';
import { CaseMovesService } from '../../../server/features/case-work/cases/moves/case-moves.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { Audience } from '../../../server/platform/realtime/audience.js';
import { SessionStore } from '../../../server/platform/auth/session-store.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn } from '../../support/org.js';
import { createStack, type Stack } from '../../support/stack.js';
import { createDesk, openCase, requestId, type Desk, type DeskPerson } from './desk.js';

describe('the rules of a move', () => {
  const agent: BoundCollector = {
    ...{ id: 7, role: 'member', enabled: 1, groupId: 1, queueId: 3, institutionPath: '/1/', longAging: 0 },
    ...{ products: null, loanTypes: null, appSystems: null },
    onLeave: 0,
  };
  const state: HeldCase = {
    id: 1, status: 'C00', ownerId: null, groupId: null, queueId: 3, institutionPath: '/1/2/', kind: 'STANDARD',
    amountDue: 100, dueDate: '2026-01-01', movedAt: null, promiseId: null, promiseBrokenAt: null, unreleased: 0, version: 4, product: 'Express', reloan: 0,
    app: 'Luna',
  }; // prettier-ignore
  const now = new Date();
  const seen = { version: undefined, now, person: true };

  it.each([
    ['disabled', { ...agent, enabled: 0 }, state],
    ['no collector', { ...agent, role: 'leader' }, state],
    ['without a group', { ...agent, groupId: null }, state],
    ['of another queue', { ...agent, queueId: 4 }, state],
    ['of an institution below', { ...agent, institutionPath: '/1/2/9/' }, state],
    ['of another institution', { ...agent, institutionPath: '/8/' }, state],
    ['not for long-aging cases', agent, { ...state, kind: 'LONG_AGING' }],
    ['of other products', { ...agent, products: '["Nómina"]' }, state],
    ['of other loans', { ...agent, loanTypes: '[1,2]' }, state],
    ['of other apps', { ...agent, appSystems: '["Sol"]' }, state],
  ])('an agent %s is not eligible', (_, who, what) => {
    expect(isEligible(who, what)).toBe(false);
    expect(judgeAssign(what, who, seen)).toBe('case.notEligible');
  });

  it('assigns, reassigns, and refuses what has changed since it was seen', () => {
    expect(judgeAssign(state, agent, seen)).toMatchObject({
      event: 'case.assigned',
      statusAfter: 'C01',
      ownerId: 7,
      groupId: 1,
    });
    const owned = { ...state, status: 'C10' as const, ownerId: 8 };
    expect(judgeAssign(owned, agent, seen)).toMatchObject({ event: 'case.reassigned', statusAfter: 'C01' });
    expect(judgeAssign({ ...owned, ownerId: 7 }, agent, seen)).toBe('case.alreadyAssigned');
    expect(judgeAssign(owned, agent, { ...seen, version: 3 })).toBe('case.changed');
    const fresh = { ...owned, movedAt: new Date(now.getTime() - 500) };
    expect(judgeAssign(fresh, agent, seen)).toBe('case.changed');
    expect(judgeAssign(fresh, agent, { ...seen, version: 4 })).toMatchObject({ event: 'case.reassigned' });
    expect(judgeAssign(fresh, agent, { ...seen, person: false })).toMatchObject({ event: 'case.reassigned' });
    expect(judgeAssign({ ...state, status: 'C31' }, agent, seen)).toBe('case.closed');
  });

  it('takes cases out of work and back', () => {
    expect(judgeLeave({ ...state, status: 'C10', ownerId: 8 }, 'released')).toMatchObject({
      statusAfter: 'C00',
      ownerId: null,
    });
    expect(judgeLeave({ ...state, status: 'C20', ownerId: 8 }, 'released')).toMatchObject({
      statusAfter: 'C20',
    });
    expect(judgeLeave(state, 'released')).toBe('case.notAllowed');
    expect(judgeLeave({ ...state, status: 'C40' }, 'reinstated')).toMatchObject({ statusAfter: 'C00' });
    expect(judgeLeave({ ...state, status: 'C31' }, 'reinstated')).toBe('case.notAllowed');
    expect(judgeLeave({ ...state, status: 'C31' }, 'closed')).toBe('case.closed');
    expect(judgeLeave({ ...state, status: 'C40' }, 'withdrawn')).toBe('case.closed');
  });
});

describe('moving cases', () => {
  let stack: Stack;
  let desk: Desk;
  beforeAll(async () => {
    stack = await createStack();
    desk = await createDesk();
  });
  afterAll(async () => {
    await desk.api.close();
    await stack.close();
  });

  const bind = (person: DeskPerson, taskIds: number[], to: DeskPerson, more: object = {}) =>
    desk.as[person].post<MovedCases>('management/task/batchBindAgent', {
      taskIds,
      agentId: desk.people[to].id,
      ...more,
    });
  const act = (person: DeskPerson, verb: string, id: number, reason: string) =>
    desk.as[person].post<MovedCases>(`management/task/${verb}/${id}`, { reason });
  const stateOf = async (caseId: number) =>
    (
      await desk.api.rows<Record<string, unknown>>(sql`
        SELECT status, owner_id AS ownerId, group_id AS groupId, previous_owner_id AS previous, promise_id AS promiseId, version
        FROM collection_case WHERE id = ${caseId}`)
    )[0]!;
  const lastEvent = async (caseId: number) => {
    const [event] = await desk.api.rows<{ name: string; payload: string }>(sql`
      SELECT name, payload FROM domain_event WHERE case_id = ${caseId} ORDER BY id DESC LIMIT 1`);
    return { name: event!.name, ...(JSON.parse(event!.payload) as Record<string, unknown>) };
  };
  const taskCount = async (person: DeskPerson) => {
    const [day] = await desk.api.rows<{ tasks: number }>(sql`
      SELECT task_count AS tasks FROM collector_day WHERE collector_id = ${desk.people[person].id}`);
    return day?.tasks ?? 0;
  };
  /** Moves older than a moment, as a screen would show them. */
  const settle = () =>
    desk.api.rows(
      sql`UPDATE collection_case SET moved_at = moved_at - INTERVAL 1 MINUTE WHERE moved_at IS NOT NULL`,
    );

  it('binds, reassigns and releases with both collectors’ cards', async () => {
    const ids = [await openCase(desk, null), await openCase(desk, null)];
    const before = [await taskCount('collector'), await taskCount('colleague')];
    expect((await bind('leader', ids, 'collector')).data).toMatchObject({ accepted: ids, rejected: [] });
    expect(await stateOf(ids[0]!)).toMatchObject({
      status: 'C01',
      ownerId: desk.people.collector.id,
      groupId: desk.org.groupId,
      version: 2,
    });
    expect(await lastEvent(ids[0]!)).toMatchObject({
      name: 'case.assigned',
      from: null,
      to: desk.people.collector.id,
      statusAfter: 'C01',
    });
    expect(await taskCount('collector')).toBe(before[0]! + 2);
    await settle();
    await bind('leader', [ids[0]!], 'colleague');
    expect(await lastEvent(ids[0]!)).toMatchObject({
      name: 'case.reassigned',
      from: desk.people.collector.id,
      to: desk.people.colleague.id,
    });
    expect([await taskCount('collector'), await taskCount('colleague')]).toEqual([
      before[0]! + 1,
      before[1]! + 1,
    ]);
    const released = await desk.as.leader.post<MovedCases>('management/task/unbindAgent', { taskIds: ids });
    expect(released.data.accepted).toEqual(ids);
    expect(await stateOf(ids[0]!)).toMatchObject({
      status: 'C00',
      ownerId: null,
      previous: desk.people.colleague.id,
    });
    expect([await taskCount('collector'), await taskCount('colleague')]).toEqual(before);
  });

  it('answers each refusal beside what was accepted', async () => {
    const [free, closed, owned, theirs] = [
      await openCase(desk, null),
      await openCase(desk, 'collector', { status: 'C31' }),
      await openCase(desk, 'collector'),
      await openCase(desk, 'stranger'),
    ];
    const { data } = await bind('leader', [free, closed, owned, theirs, 999_999_999], 'collector');
    expect(data.accepted).toEqual([free]);
    expect(data.rejected).toEqual([
      { taskId: closed, reason: 'case.closed' },
      { taskId: owned, reason: 'case.alreadyAssigned' },
      { taskId: theirs, reason: 'case.notFound' },
      { taskId: 999_999_999, reason: 'case.notFound' },
    ]);
  });

  it('refuses agents who can not or must not take it', async () => {
    const id = await openCase(desk, null);
    expect((await bind('leader', [id], 'stranger')).code).toBe('21');
    expect((await bind('otherAdmin', [id], 'collector')).code).toBe('21');
    expect((await bind('leader', [id], 'leader')).data.rejected).toEqual([
      { taskId: id, reason: 'case.notEligible' },
    ]);
    const idle = await createUser(desk.api, desk.org, 'member');
    await desk.api.rows(sql`UPDATE user SET enabled = 0 WHERE id = ${idle.id}`);
    const { data } = await desk.as.leader.post<MovedCases>('management/task/batchBindAgent', {
      taskIds: [id],
      agentId: idle.id,
    });
    expect(data.rejected[0]!.reason).toBe('case.notEligible');
    for (const person of ['collector', 'supervisor'] as const)
      expect((await bind(person, [id], 'collector')).code).toBe('20');
    for (const body of [
      { taskIds: [], agentId: 1 },
      { taskIds: [id] },
      { taskIds: [id], agentId: 1, versions: [1, 2] },
    ]) {
      expect((await desk.as.leader.post('management/task/batchBindAgent', body)).code).toBe('22');
    }
  });

  it('lets one of two leaders win each case, and tells the other', async () => {
    const rival = await createUser(desk.api, desk.org, 'leader', { name: 'rival' });
    desk.as.otherLeader = await signedIn(desk.api, rival);
    const ids = await Promise.all(Array.from({ length: 20 }, () => openCase(desk, null)));
    const [first, second] = await Promise.all([
      bind('leader', ids, 'collector'),
      bind('otherLeader', [...ids].reverse(), 'colleague'),
    ]);
    expect(first.data.accepted.length + second.data.accepted.length).toBe(20);
    const rejected = [...first.data.rejected, ...second.data.rejected];
    expect(new Set(rejected.map(({ reason }) => reason))).toEqual(new Set(['case.changed']));
    for (const id of ids) {
      const winner = first.data.accepted.includes(id) ? desk.people.collector.id : desk.people.colleague.id;
      expect(await stateOf(id)).toMatchObject({ ownerId: winner, version: 2 });
    }
    const stale = await bind('leader', ids, 'collector', { versions: ids.map(() => 1) });
    expect(new Set(stale.data.rejected.map(({ reason }) => reason))).toEqual(new Set(['case.changed']));
    const fresh = await bind('leader', ids, 'collector', { versions: ids.map(() => 2) });
    expect(fresh.data.accepted).toEqual(
      second.data.accepted.slice().sort((a, b) => ids.indexOf(a) - ids.indexOf(b)),
    );
  });

  it('withdraws with the promise, reinstates and closes', async () => {
    const id = await openCase(desk, 'collector');
    await desk.as.collector.post('task/record', {
      taskId: id,
      callResult: 'PTP',
      promiseAmount: 100,
      clientRequestId: requestId(),
    });
    expect((await act('collector', 'withdraw', id, 'COMPLAINT')).code).toBe('20');
    expect((await act('leader', 'withdraw', id, 'because I say so')).code).toBe('22');
    expect((await act('leader', 'withdraw', id, 'COMPLAINT')).code).toBe('00');
    expect(await stateOf(id)).toMatchObject({ status: 'C40', ownerId: null, promiseId: null });
    expect(await lastEvent(id)).toMatchObject({
      name: 'promise.settled',
      status: 'CANCELLED',
      statusAfter: 'C40',
    });
    expect(await desk.api.rows(sql`SELECT status FROM promise WHERE case_id = ${id}`)).toEqual([
      { status: 'CANCELLED' },
    ]);
    expect((await desk.as.collector.get(`task/info/${id}`)).code).toBe('21');
    expect((await act('leader', 'withdraw', id, 'COMPLAINT')).code).toBe('23');
    expect((await act('leader', 'reinstate', id, 'RESOLVED')).code).toBe('20');
    expect((await act('admin', 'reinstate', id, 'RESOLVED')).code).toBe('00');
    expect(await stateOf(id)).toMatchObject({ status: 'C00', ownerId: null });
    expect((await act('admin', 'close', id, 'SOLD')).code).toBe('00');
    expect(await lastEvent(id)).toMatchObject({ name: 'case.closed', reason: 'SOLD', statusAfter: 'C30' });
    expect((await act('admin', 'close', id, 'SOLD')).code).toBe('23');
    expect((await act('otherAdmin', 'close', await openCase(desk, 'collector'), 'SOLD')).code).toBe('21');
  });

  it('keeps the promise and its taker when the case changes hands', async () => {
    const id = await openCase(desk, 'collector');
    await desk.as.collector.post('task/record', {
      taskId: id,
      callResult: 'PTP',
      promiseAmount: 100,
      clientRequestId: requestId(),
    });
    await bind('leader', [id], 'colleague');
    const { status, promiseId } = await stateOf(id);
    expect(status).toBe('C20');
    expect(
      await desk.api.rows(
        sql`SELECT collector_id AS taker, status FROM promise WHERE id = ${promiseId as number}`,
      ),
    ).toEqual([{ taker: desk.people.collector.id, status: 'OPEN' }]);
  });

  it('moves any number for the system', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => openCase(desk, null)));
    const taskIds = [...ids, ...Array.from({ length: 400 }, (_, n) => 900_000_000 + n)];
    const moved = await desk.api
      .get(CaseMovesService)
      .assign(SYSTEM, { taskIds, agentIds: [desk.people.collector.id] });
    expect(moved.accepted).toEqual(ids);
    expect(moved.rejected).toHaveLength(400);
  });

  it('lets only those watch a case who may see it', async () => {
    const id = await openCase(desk, 'collector');
    const room = async (person: DeskPerson) => {
      const actor = await desk.api.get(SessionStore).person(desk.people[person].id, 'en');
      return (await desk.api.get(Audience).placeOf(actor!, { topic: 'case', caseId: id }))?.rooms[0];
    };
    for (const person of ['collector', 'leader', 'supervisor'] as const)
      expect(await room(person)).toBe(`case:${id}`);
    for (const person of ['colleague', 'stranger', 'otherAdmin'] as const)
      expect(await room(person)).toBeUndefined();
  });
});
