import { beforeAll, describe, expect, it } from '@jest/globals';
import type { MovedCases } from '../../../contract/cases/case-moves.js';
import type { CaseStatus } from '../../../contract/codes.js';
import { Ids } from '../../../server/platform/db/ids.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createDesk, openCase } from '../../features/cases/desk.js';
import { createCase } from '../../support/cases.js';
import { createUser, type Answer } from '../../support/org.js';
import { useDesk } from '../../support/site.js';

const NOWHERE = 999_999_999;
let childId: number;
/** A queue of the own institution; nobody of the leader's group works it. */
let otherQueue: number;
/** A queue of the child institution, worked by a member of the leader's group. */
let childQueue: number;

const { desk } = useDesk(createDesk);
beforeAll(async () => {
  const { api, org } = desk;
  [childId, otherQueue, childQueue] = (await api.get(Ids).takeMany(3)) as [number, number, number];
  await api.rows(sql`
    INSERT INTO institution (id, code, name, parent_id, path)
    VALUES (${childId}, 'NORTE-2', 'NORTE-2', ${org.institutionId}, ${`/${org.institutionId}/${childId}/`})`);
  await api.rows(sql`
    INSERT INTO queue (id, institution_id, code, name)
    VALUES (${otherQueue}, ${org.institutionId}, 'Q2', 'Late'), (${childQueue}, ${childId}, 'Q3', 'Child')`);
  const worker = await createUser(api, org, 'member');
  await api.rows(sql`UPDATE user SET queue_id = ${childQueue} WHERE id = ${worker.id}`);
  const elsewhere = await createUser(api, org, 'member', { groupId: org.otherGroupId });
  const gone = await createUser(api, org, 'member');
  await api.rows(sql`UPDATE user SET queue_id = ${otherQueue} WHERE id IN (${elsewhere.id}, ${gone.id})`);
  await api.rows(sql`UPDATE user SET enabled = 0 WHERE id = ${gone.id}`);
});

async function free(more: { queueId?: number; institutionId?: number; status?: CaseStatus } = {}) {
  const { api, org } = desk;
  const { id } = await createCase(api, org, { groupId: null, ...more });
  if (more.queueId)
    await api.rows(sql`UPDATE collection_case SET queue_id = ${more.queueId} WHERE id = ${id}`);
  return id;
}

const bind = (taskIds: number[]) =>
  desk.as.leader.post<MovedCases>('management/task/batchBindAgent', {
    taskIds,
    agentId: desk.people.collector.id,
  });
const plain = ({ requestId: _, ...answer }: Answer<unknown> & { requestId?: string }) => answer;

describe('a case in nobody’s group', () => {
  it('is bound by a leader whose group works its queue', async () => {
    const id = await free();
    expect((await bind([id])).data).toEqual({ accepted: [id], rejected: [], bindId: expect.any(Number) });
  });

  it.each([
    ['in a queue that only another group works, or nobody enabled', () => free({ queueId: otherQueue })],
    ['in a child institution’s queue', () => free({ queueId: childQueue })],
    ['of a child institution', () => free({ institutionId: childId })],
    ['of another institution', () => free({ institutionId: desk.org.otherInstitutionId })],
    ['that is closed', () => free({ status: 'C31' })],
    ['that was withdrawn', () => free({ status: 'C40' })],
  ])('does not exist for a leader who would bind it when it is one %s', async (_, make) => {
    const id = await make();
    const { data } = await bind([id]);
    expect(data).toEqual({ accepted: [], rejected: [{ taskId: id, reason: 'case.notFound' }], bindId: null });
  });

  it('takes nothing else from a leader, and does not tell that it exists', async () => {
    const mine = await free();
    const theirs = await free({ queueId: otherQueue });
    const nothing = plain(
      await desk.as.leader.post(`management/task/withdraw/${NOWHERE}`, { reason: 'COMPLAINT' }),
    );
    for (const id of [mine, theirs]) {
      const withdrawn = await desk.as.leader.post(`management/task/withdraw/${id}`, { reason: 'COMPLAINT' });
      expect(plain(withdrawn)).toEqual(nothing);
    }
    const taskIds = [mine, theirs, NOWHERE];
    const { data } = await desk.as.leader.post<MovedCases>('management/task/unbindAgent', { taskIds });
    const rejected = taskIds.map((taskId) => ({ taskId, reason: 'case.notFound' }));
    expect(data).toEqual({ accepted: [], rejected, bindId: null });
  });

  it('is still withdrawn by an administrator, and by the leader when it is the group’s', async () => {
    const id = await free({ queueId: otherQueue });
    const reason = { reason: 'COMPLAINT' };
    expect((await desk.as.admin.post(`management/task/withdraw/${id}`, reason)).code).toBe('00');
    const own = await openCase(desk, 'collector');
    expect((await desk.as.leader.post(`management/task/withdraw/${own}`, reason)).code).toBe('00');
  });
});
