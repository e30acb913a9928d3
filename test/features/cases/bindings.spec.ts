import { describe, expect, it } from '@jest/globals';
import type { BindingPreview, BoundCases, MovedCases } from '../../../contract/cases/case-moves.js';
import { lockCases } from '../../../server/domain/cases/moves/move.sql.js';
import type { Actor } from '../../../server/platform/auth/actor.js';
import { list, sql } from '../../../server/platform/db/sql.js';
import { planOf } from '../../support/plan.js';
import { useDesk } from '../../support/site.js';
import { createDesk, openCase, type DeskPerson } from './desk.js';

const { desk } = useDesk(createDesk);

const bind = (taskIds: number[], to: DeskPerson, who: DeskPerson = 'leader') =>
  desk.as[who].post<BoundCases>('management/task/batchBindAgent', { taskIds, agentId: desk.people[to].id });
const undo = (bindId: number | null, who: DeskPerson = 'leader') =>
  desk.as[who].post<MovedCases>('management/task/undoBind', { bindId });
const ownerOf = async (id: number) => {
  const [row] = await desk.api.rows<{ ownerId: number | null; groupId: number | null; status: string }>(sql`
    SELECT owner_id AS ownerId, group_id AS groupId, status FROM collection_case WHERE id = ${id}`);
  return row!;
};
/** Moves older than a moment, as a screen would show them. */
const settle = () =>
  desk.api.rows(
    sql`UPDATE collection_case SET moved_at = moved_at - INTERVAL 1 MINUTE WHERE moved_at IS NOT NULL`,
  );

describe('a preview', () => {
  it('says what binding would do, and writes nothing', async () => {
    const [free, closed, theirs] = [
      await openCase(desk, null),
      await openCase(desk, 'collector', { status: 'C31' }),
      await openCase(desk, 'stranger'),
    ];
    const body = { taskIds: [free, closed, theirs, free], agentId: desk.people.collector.id };
    const { data } = await desk.as.leader.post<BindingPreview>('management/task/bindPreview', body);
    expect(data.accepted).toEqual([free]);
    expect(data.rejected).toEqual([
      { taskId: closed, reason: 'case.closed' },
      { taskId: theirs, reason: 'case.notFound' },
    ]);
    const [load] = data.collectors;
    expect(load).toMatchObject({ agentId: desk.people.collector.id });
    expect(load!.after.openCases).toBe(load!.before.openCases + 1);
    expect(load!.after.amountDue).toBeGreaterThan(load!.before.amountDue);
    expect(await ownerOf(free)).toMatchObject({ ownerId: null, status: 'C00' });
    expect((await desk.as.collector.post('management/task/bindPreview', body)).code).toBe('20');
    const far = { taskIds: [free], agentId: desk.people.stranger.id };
    expect((await desk.as.leader.post('management/task/bindPreview', far)).code).toBe('21');
  });
});

describe('to several collectors', () => {
  const loads = async (agentIds: readonly number[]) => {
    const rows = await desk.api.rows<{ id: number; openCases: number }>(sql`
      SELECT u.id, (SELECT COUNT(*) FROM collection_case c WHERE c.owner_id = u.id AND c.is_open = 1) AS openCases
      FROM user u WHERE u.id IN ${list(agentIds)} ORDER BY u.id`);
    return rows.map(({ openCases }) => openCases);
  };

  it('shares cases so that they end up level, as the preview said, and takes all of them back at once', async () => {
    const [collector, colleague] = [desk.people.collector.id, desk.people.colleague.id];
    const agentIds = [collector, colleague];
    await openCase(desk, 'colleague');
    const taskIds: number[] = [];
    const [one, other] = await loads(agentIds);
    // As many as it takes to make them level, and five more.
    const wanted = Math.abs(one! - other!) + 5;
    while (taskIds.length < wanted) taskIds.push(await openCase(desk, null));
    const body = { taskIds, agentIds };
    const { data: preview } = await desk.as.leader.post<BindingPreview>('management/task/bindPreview', body);
    const { data } = await desk.as.leader.post<BoundCases>('management/task/batchBindAgent', body);
    expect(data.accepted).toEqual(taskIds);
    const after = await loads(agentIds);
    expect(Math.abs(after[0]! - after[1]!)).toBe(1);
    const said = new Map(preview.collectors.map(({ agentId, after: load }) => [agentId, load.openCases]));
    expect([collector, colleague].toSorted((a, b) => a - b).map((id) => said.get(id))).toEqual(after);
    expect((await undo(data.bindId)).data.accepted).toEqual(taskIds);
    expect(await loads(agentIds)).toEqual([one, other]);
  });

  it('gives a case to that one who may have it, and says why nobody may', async () => {
    const free = [await openCase(desk, null), await openCase(desk, null)];
    const mine = await openCase(desk, 'colleague');
    const { id } = desk.people.collector;
    await desk.api.rows(sql`UPDATE user SET products = '["NONE"]' WHERE id = ${id}`);
    const agentIds = [id, desk.people.colleague.id];
    const path = 'management/task/batchBindAgent';
    const { data } = await desk.as.leader.post<BoundCases>(path, { taskIds: [...free, mine], agentIds });
    expect(data.accepted).toEqual(free);
    expect(data.rejected).toEqual([{ taskId: mine, reason: 'case.alreadyAssigned' }]);
    for (const each of free) expect(await ownerOf(each)).toMatchObject({ ownerId: desk.people.colleague.id });
    const alone = await desk.as.leader.post<BoundCases>(path, { taskIds: free, agentIds: [id] });
    expect(alone.data.rejected.map(({ reason }) => reason)).toEqual(['case.notEligible', 'case.notEligible']);
    await desk.api.rows(sql`UPDATE user SET products = NULL WHERE id = ${id}`);
  });

  it('takes either one collector or several, and none of another team', async () => {
    const taskIds = [await openCase(desk, null)];
    const path = 'management/task/batchBindAgent';
    const { id } = desk.people.collector;
    for (const takers of [{}, { agentId: id, agentIds: [id] }, { agentIds: [] }])
      expect((await desk.as.leader.post(path, { taskIds, ...takers })).code).toBe('22');
    const far = { taskIds, agentIds: [id, desk.people.stranger.id] };
    expect((await desk.as.leader.post(path, far)).code).toBe('21');
    expect(await ownerOf(taskIds[0]!)).toMatchObject({ ownerId: null });
  });
});

describe('undo', () => {
  it('gives each case back to whom it was taken from, and a free one to nobody', async () => {
    const free = await openCase(desk, null);
    await desk.api.rows(sql`UPDATE collection_case SET group_id = NULL WHERE id = ${free}`);
    const owned = await openCase(desk, 'colleague');
    const { bindId, accepted } = (await bind([free, owned], 'collector')).data;
    expect(accepted).toEqual([free, owned]);
    expect((await undo(bindId)).data).toEqual({ accepted: [free, owned], rejected: [] });
    expect(await ownerOf(free)).toEqual({ ownerId: null, groupId: null, status: 'C00' });
    expect(await ownerOf(owned)).toMatchObject({ ownerId: desk.people.colleague.id });
    expect((await undo(bindId)).code).toBe('23');
  });

  it('gives released cases back, too', async () => {
    const owned = await openCase(desk, 'collector');
    const taskIds = [owned];
    const { bindId } = (await desk.as.leader.post<BoundCases>('management/task/unbindAgent', { taskIds }))
      .data;
    expect(await ownerOf(owned)).toMatchObject({ ownerId: null });
    expect((await undo(bindId)).data.accepted).toEqual([owned]);
    expect(await ownerOf(owned)).toMatchObject({ ownerId: desk.people.collector.id });
  });

  it('leaves a case that has changed since where it is, and says so', async () => {
    const [kept, changed] = [await openCase(desk, null), await openCase(desk, null)];
    const { bindId } = (await bind([kept, changed], 'collector')).data;
    await settle();
    await bind([changed], 'colleague');
    expect((await undo(bindId)).data).toEqual({
      accepted: [kept],
      rejected: [{ taskId: changed, reason: 'case.changed' }],
    });
    expect(await ownerOf(changed)).toMatchObject({ ownerId: desk.people.colleague.id });
  });

  it('has one effect however often it is sent at once, and ends after five minutes', async () => {
    const id = await openCase(desk, null);
    const { bindId } = (await bind([id], 'collector')).data;
    expect((await undo(bindId, 'admin')).code).toBe('21');
    const codes = (await Promise.all(Array.from({ length: 8 }, () => undo(bindId)))).map(({ code }) => code);
    expect(codes.filter((code) => code === '00')).toHaveLength(1);
    const late = (await bind([id], 'collector')).data;
    await desk.api.rows(sql`
      UPDATE binding SET bound_at = bound_at - INTERVAL 301 SECOND WHERE id = ${late.bindId}`);
    expect((await undo(late.bindId)).code).toBe('23');
    expect(await ownerOf(id)).toMatchObject({ ownerId: desk.people.collector.id });
  });
});

it('cases are locked by their ids, where a second leader finds what the first one bound', async () => {
  const { institutionId, groupId } = desk.org;
  const leader = { role: 'leader', institutionId, groupId } as Actor;
  const ids = await Promise.all(Array.from({ length: 20 }, () => openCase(desk, null)));
  const steps = await planOf(desk.api, lockCases(leader, ids, true));
  expect(steps.find(({ table }) => table === 'c')).toMatchObject({ type: 'range', key: 'PRIMARY' });
});
