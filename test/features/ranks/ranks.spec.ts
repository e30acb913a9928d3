import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RankRow, Ranks } from '../../../contract/team/ranks.js';
import { businessDay } from '../../../contract/shared/date.js';
import { workingDaysBefore } from '../../../contract/shared/holidays.js';
import { Database } from '../../../server/platform/db/database.js';
import { sql } from '../../../server/platform/db/sql.js';
import { insert } from '../../data/rows.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';

const TODAY = businessDay(new Date());
const BEFORE = workingDaysBefore(TODAY, 1);
const people = {} as Record<'ana' | 'beto' | 'carla' | 'new' | 'far', Person>;
const as = {} as Record<'leader' | 'supervisor' | 'otherAdmin' | 'member', Client>;

const { api, org } = useSite();
beforeAll(async () => {
  const elsewhere = { institutionId: org.otherInstitutionId, groupId: null };
  people.ana = await createUser(api, org, 'member', { name: 'Ana' });
  people.beto = await createUser(api, org, 'member', { name: 'Beto' });
  people.carla = await createUser(api, org, 'member', { name: 'Carla', groupId: org.otherGroupId });
  people.new = await createUser(api, org, 'member', { name: 'Nueva' });
  people.far = await createUser(api, org, 'member', { ...elsewhere, name: 'Lejos' });
  as.leader = await signedIn(api, await createUser(api, org, 'leader'));
  as.supervisor = await signedIn(api, await createUser(api, org, 'supervisor'));
  as.otherAdmin = await signedIn(api, await createUser(api, org, 'admin', elsewhere));
  as.member = await signedIn(api, people.ana);
  await recover(TODAY, { ana: 900, beto: 500, carla: 700, new: 2_000 });
  await recover(BEFORE, { ana: 100, beto: 500, carla: 700 });
});

/** Recovered amounts of a target of 1,000; the new one is not ranked. */
async function recover(day: string, received: Partial<Record<keyof typeof people, number>>): Promise<void> {
  const rows = Object.entries(received).map(([name, amount]) => ({
    collector_id: people[name as keyof typeof people].id,
    day,
    institution_id: org.institutionId,
    group_id: name === 'carla' ? org.otherGroupId : org.groupId,
    queue_id: org.queueId,
    ranked: name !== 'new',
    target_fixed: 1_000,
    target_unit: 'centavos',
    task_count: 10,
    received_amount: amount,
  }));
  await api.get(Database).run(insert('collector_day', rows));
}
const ranks = async (who: keyof typeof as, query = '') =>
  (await as[who].get<Ranks>(`manage/user/rank${query}`)).data;
const places = (rows: readonly RankRow[]) =>
  rows.map(({ name, institutionRanking, ranking }) => [name, institutionRanking, ranking]);

describe('the ranking', () => {
  it('shows everybody’s place in the institution and in the group, and how it moved', async () => {
    const { result, totalCount, day, dayBefore } = await ranks('supervisor');
    expect({ totalCount, day, dayBefore }).toEqual({ totalCount: 4, day: TODAY, dayBefore: BEFORE });
    expect(places(result)).toEqual([
      ['Ana', 1, 1],
      ['Carla', 2, 1],
      ['Beto', 3, 2],
      ['Nueva', null, null],
    ]);
    expect(result[0]).toMatchObject({
      ...{ institutionMoved: 2, moved: 1, institutionRankedCount: 3, rankedCount: 2, finishPurposeRate: 0.9 },
      ...{ actualReceivedAmount: 900, settleTaskRate: 0, groupName: 'Group A', queueName: 'Early' },
    });
    expect(result.at(-1)).toMatchObject({ moved: null, institutionMoved: null, finishPurposeRate: 2 });
  });

  it('shows a leader the own group alone, with places in the institution', async () => {
    expect(places((await ranks('leader')).result)).toEqual([
      ['Ana', 1, 1],
      ['Beto', 3, 2],
      ['Nueva', null, null],
    ]);
    expect((await ranks('leader', `?groupId=${org.otherGroupId}`)).totalCount).toBe(0);
    expect((await ranks('otherAdmin')).totalCount).toBe(0);
    expect((await as.member.get('manage/user/rank')).code).toBe('20');
  });

  it('of an earlier day is what it was', async () => {
    expect(places((await ranks('supervisor', `?date=${BEFORE}`)).result)).toEqual([
      ['Carla', 1, 1],
      ['Beto', 2, 1],
      ['Ana', 3, 2],
    ]);
  });

  it.each([
    ['?ranked=unranked', ['Nueva']],
    ['?ranked=ranked&sort=actualReceivedAmount&order=asc', ['Beto', 'Carla', 'Ana']],
    ['?name=be', ['Beto']],
    ['?size=1&page=2', ['Carla']],
    ['?sort=name', ['Nueva', 'Carla', 'Beto', 'Ana']],
  ])('answers %s', async (query, names) => {
    expect((await ranks('supervisor', query)).result.map(({ name }) => name)).toEqual(names);
  });

  it.each(['?date=2026-02-30', '?sort=password', '?groupId=x'])('refuses %s', async (query) => {
    expect((await as.supervisor.get(`manage/user/rank${query}`)).code).toBe('22');
  });

  it('leaves as a file, and says who took it', async () => {
    const { text } = await as.leader.agent.get('/api/manage/user/rank?output=1&ranked=ranked&name=a');
    expect(text).toContain('Rank in institution,Name,Rank in group');
    expect(text).toContain('\n1,Ana,1,Group A,Early,NORTE,0.9,9.00,0,0\n');
    const [event] = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'list.exported' AND actor_id = ${as.leader.person.id}`);
    expect(JSON.parse(event!.payload)).toEqual({
      list: 'ranks',
      filter: { date: TODAY, ranked: 'ranked', name: '•' },
      rows: 1,
    });
  });
});
