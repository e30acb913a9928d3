import { beforeAll, describe, expect, it } from '@jest/globals';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { ScheduleRow } from '../../../contract/team/schedules.js';
import type { PlanResult, WhatIf } from '../../../contract/team/what-if.js';
import { groupsOn } from '../../../server/domain/schedules/what-if/what-if.sql.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { planOf } from '../../support/plan.js';
import { useSite } from '../../support/site.js';

let otherLeader: Client;
const people: Person[] = [];
const day = addDays(businessDay(new Date()), 1);

const { api, org, admin, supervisor, leader } = useSite({
  people: { admin: 'admin', supervisor: 'supervisor', leader: 'leader' },
});
beforeAll(async () => {
  otherLeader = await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));
  for (const name of ['Ana', 'Beto', 'Carla']) people.push(await createUser(api, org, 'member', { name }));
  people.push(await createUser(api, org, 'member', { name: 'Dora', groupId: org.otherGroupId }));
  await api.rows(sql`UPDATE user SET created_at = '2020-01-01' WHERE role = 'member'`);
  await api.rows(sql`UPDATE queue SET per_capita_max = 10`);
  for (const { id } of people.slice(0, 2)) await createCase(api, org, { ownerId: id });
  await createCase(api, org, { ownerId: people[3]!.id, groupId: org.otherGroupId });
  for (let at = 0; at < 4; at++) await createCase(api, org, { groupId: null });
  await api.rows(sql`
    INSERT INTO recovery_day (day, queue_id, stratum, cases, amount, received)
    VALUES (${addDays(day, -2)}, ${org.queueId}, 'A0-D1', 10, 1000000, 50000)`);
});

const ask = (who: Client, body: object = {}) => who.post<WhatIf>('workSchedule/whatIf', { day, ...body });
const answered = async (who: Client, body: object = {}) => {
  const { code, data } = await ask(who, body);
  expect(code).toBe('00');
  return data;
};
const apply = (who: Client, body: object) =>
  who.post<{ planId: number }>('workSchedule/applyPlan', { day, ...body });
const schedule = async (who = admin, of = day) => {
  const { data } = await who.get<Page<ScheduleRow>>(`workSchedule/list?day=${of}`);
  const rows = data.result.filter(({ version }) => version !== null);
  return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
};
const absent = () => ({ people: [{ userId: people[0]!.id, status: 'ABSENT' }] });

describe('a what-if', () => {
  it('shows what a day comes to beside today’s plan, and writes nothing', async () => {
    const { queues, people: listed } = await answered(leader, {
      ...absent(),
      queues: [{ queueId: org.queueId, perCapitaMax: 1, target: 500 }],
    });
    const [{ today, then, otherSeats }] = queues as [WhatIf['queues'][number]];
    expect(otherSeats).toBe(1);
    expect(today.limits.perCapitaMax).toBe(10);
    // Three of four collectors of the queue are the leader's: so are three of the four waiting cases.
    expect(today.figures).toMatchObject({ seats: 3, cases: 4, given: 3, covered: 5, left: 0, unworked: 0 });
    // 5 cases of 1,000 pesos, five per cent a day.
    expect(today.figures.expectedRecovery).toBe(25_000);
    // Ana's untouched case waits as well; two of hers and Dora's take one each.
    expect(then.figures).toMatchObject({ seats: 2, cases: 5, given: 2, covered: 3, left: 2, away: 0 });
    expect(then.figures).toMatchObject({ unworked: 2, target: 500, expectedRecovery: 15_000 });
    expect(listed.map(({ name, today: was, then: is, cases }) => [name, was, is, cases])).toEqual([
      ['Ana', 'ON_DUTY', 'ABSENT', 1],
      ['Beto', 'ON_DUTY', 'ON_DUTY', 1],
      ['Carla', 'ON_DUTY', 'ON_DUTY', 0],
    ]);
    expect(await schedule()).toEqual({});
  });

  it('is of the own people: others are a number, and do not exist by name', async () => {
    const whole = await answered(admin);
    expect(whole.queues[0]).toMatchObject({
      otherSeats: 0,
      today: { figures: { seats: 4, given: 4, covered: 7 } },
    });
    expect(whole.people).toHaveLength(4);
    expect((await answered(admin, { name: 'do' })).people.map(({ name }) => name)).toEqual(['Dora']);
    const stranger = { people: [{ userId: people[3]!.id, status: 'REST' }] };
    expect((await ask(leader, stranger)).code).toBe('21');
    expect((await apply(leader, stranger)).code).toBe('21');
    expect((await ask(leader, { queues: [{ queueId: 999_999 }] })).code).toBe('21');
    expect((await ask(await signedIn(api, people[0]!))).code).toBe('20');
    expect((await apply(supervisor, absent())).code).toBe('20');
    expect((await ask(supervisor)).code).toBe('00');
  });

  it('counts cases from an index alone, so that many cost little', async () => {
    for (const owners of [null, [people[0]!.id]]) {
      const [step] = await planOf(api, groupsOn(day, [org.queueId], owners));
      expect(step!.key).toBe('case_queue_open');
      expect(step!.Extra).toContain('Using index');
    }
  });

  it('refuses a day that is over, and limits that contradict each other, by name', async () => {
    expect(await ask(leader, { day: addDays(day, -2) })).toMatchObject({ code: '22' });
    const wrong = await ask(leader, { queues: [{ queueId: org.queueId, perCapitaMin: 40 }] });
    expect(wrong).toMatchObject({ code: '22', data: { fields: [{ field: 'perCapitaMax' }] } });
    expect((await ask(leader, { people: [{ userId: people[0]!.id, status: 'RESIGNED' }] })).code).toBe('22');
  });
});

describe('an applied plan', () => {
  it('writes what it changes, keeps everybody else on duty, and is taken back', async () => {
    const [{ basis }, others] = await Promise.all([answered(leader), answered(otherLeader)]);
    const body = {
      ...{ ...absent(), basis, clientRequestId: 'what-if-plan-1' },
      queues: [{ queueId: org.queueId, perCapitaMax: 7, seats: 5, target: 900 }],
    };
    const { data } = await apply(leader, body);
    expect((await apply(leader, body)).data).toEqual(data);
    expect(await schedule()).toEqual({ Ana: 'ABSENT', Beto: 'ON_DUTY', Carla: 'ON_DUTY' });
    const theirs = await answered(otherLeader);
    expect(theirs.people.map(({ name, today }) => [name, today])).toEqual([['Dora', 'ON_DUTY']]);
    expect(theirs.queues[0]!.otherSeats).toBe(others.queues[0]!.otherSeats - 1);
    const [row] = await api.rows(sql`
      SELECT case_allocation AS caseAllocation, per_capita_min AS perCapitaMin, per_capita_max AS perCapitaMax,
        expected_staff AS expectedStaff FROM seat_plan WHERE day = ${day}`);
    expect(row).toMatchObject({
      perCapitaMax: 7,
      perCapitaMin: null,
      expectedStaff: 5,
      caseAllocation: null,
    });
    const now = await answered(leader);
    expect(now.queues[0]!.today).toMatchObject({
      limits: { perCapitaMax: 7 },
      figures: { seats: 2, target: 900 },
    });

    const [plan] = (await leader.get<PlanResult[]>(`workSchedule/planResult?day=${day}`)).data;
    expect(plan).toMatchObject({ planId: data.planId, mayUndo: true, undoneAt: null });
    expect(plan!.queues[0]).toMatchObject({
      queueName: 'Early',
      came: null,
      planned: { seats: 5 },
      before: { seats: 3 },
    });
    expect((await otherLeader.get<PlanResult[]>(`workSchedule/planResult?day=${day}`)).data).toEqual([]);
    expect((await otherLeader.post('workSchedule/undoPlan', data)).code).toBe('21');

    expect((await leader.post('workSchedule/undoPlan', data)).code).toBe('00');
    expect(await schedule()).toEqual({});
    expect((await answered(leader)).basis).toBe(basis);
    expect((await leader.post('workSchedule/undoPlan', data)).code).toBe('23');
    const events = await api.rows<{ name: string }>(sql`
      SELECT name FROM domain_event WHERE name LIKE 'seatPlan.%' OR name = 'schedule.statusChanged' ORDER BY id`);
    expect(events.map(({ name }) => name)).toEqual([
      'seatPlan.applied',
      'schedule.statusChanged',
      'seatPlan.undone',
      'schedule.statusChanged',
    ]);
  });

  it('is refused once the schedule it rests on has changed, and stays once the day was planned anew', async () => {
    const { basis } = await answered(leader);
    const { data } = await apply(leader, { ...absent(), basis });
    const late = await apply(leader, { ...absent(), basis });
    expect(late.code).toBe('23');
    const change = { userId: people[0]!.id, day, status: 'REST' };
    expect((await leader.post('workSchedule/updateStatus', change)).code).toBe('00');
    expect((await leader.post('workSchedule/undoPlan', data)).code).toBe('23');
    expect((await schedule())['Ana']).toBe('REST');
  });

  it('gives back the day that a person had before', async () => {
    const back = (await apply(leader, { people: [{ userId: people[1]!.id, status: 'ABSENT' }] })).data;
    expect((await schedule())['Beto']).toBe('ABSENT');
    expect((await leader.post('workSchedule/undoPlan', back)).code).toBe('00');
    expect(await schedule()).toEqual({ Ana: 'REST', Beto: 'ON_DUTY', Carla: 'ON_DUTY' });
  });

  it('is compared with what came', async () => {
    const queues = [{ queueId: org.queueId, perCapitaMax: 9 }];
    await apply(leader, { queues });
    await api.rows(sql`UPDATE applied_plan SET day = ${businessDay(new Date())} WHERE day = ${day}`);
    await api.rows(sql`
      INSERT INTO collector_day (collector_id, day, institution_id, group_id, queue_id, ranked, target_fixed, target_unit, task_count,
        handled_count, received_amount)
      VALUES (${people[0]!.id}, ${businessDay(new Date())}, ${org.institutionId}, ${org.groupId}, ${org.queueId}, 1, 0, 'centavos', 6, 2, 700),
        (${people[1]!.id}, ${businessDay(new Date())}, ${org.institutionId}, ${org.groupId}, ${org.queueId}, 1, 0, 'centavos', 4, 0, 0),
        (${people[3]!.id}, ${businessDay(new Date())}, ${org.institutionId}, ${org.otherGroupId}, ${org.queueId}, 1, 0, 'centavos', 9, 9, 999)`);
    const result = `workSchedule/planResult?day=${businessDay(new Date())}`;
    const [plan] = (await leader.get<PlanResult[]>(result)).data;
    expect(plan!.queues[0]!.came).toEqual({ seats: 1, covered: 6, load: 6, unworked: 4, recovered: 700 });
  });
});
