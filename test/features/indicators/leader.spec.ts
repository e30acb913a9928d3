import { expect, it } from '@jest/globals';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { grant } from '../../support/tree.js';

const { api, org, leader } = useSite({ people: { leader: 'leader', member: 'member' } });

const NONE = { dpd1: null, dpd8: null, dpd16: null, dpd31: null, dpd61: null, dpd91: null };
const form = (more: object = {}) => ({
  ...{ institutionId: org.institutionId, queueId: null, method: 'RATE_AMOUNT', percent: 12.5, amount: null },
  ...{ buckets: NONE, effectiveFrom: addDays(businessDay(new Date()), 1), effectiveTo: null, ...more },
});
const save = (body: object) =>
  leader.post<{ id: number; fields?: { field: string }[] }>('achievementBoard/createOrUpdate', body);
const switchTo = (id: number, enabled: boolean) =>
  leader.post<{ fields?: { field: string }[] }>('achievementBoard/setStatus', { id, enabled });

it('a leader with the right to them sets targets of queues that only the own team works', async () => {
  expect((await save(form({ queueId: org.queueId }))).code).toBe('20');
  await grant(api, org.institutionId, 'leader', { more: ['indicator:manage'] });
  for (const wrong of [form(), form({ institutionId: null })]) {
    const { code, data } = await save(wrong);
    expect([code, data.fields?.map(({ field }) => field)]).toEqual(['22', ['queueId']]);
  }
  const stranger = await createUser(api, org, 'member', { groupId: org.otherGroupId });
  expect((await save(form({ queueId: org.queueId }))).code).toBe('22');
  await api.rows(sql`UPDATE user SET queue_id = NULL WHERE id = ${stranger.id}`);
  const { code, data } = await save(form({ queueId: org.queueId }));
  expect(code).toBe('00');
  expect((await switchTo(data.id, false)).code).toBe('00');
  await api.rows(sql`UPDATE user SET queue_id = ${org.queueId} WHERE id = ${stranger.id}`);
  expect((await switchTo(data.id, true)).data.fields?.map(({ field }) => field)).toEqual(['queueId']);
});
