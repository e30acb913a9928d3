import { beforeAll, expect, it } from '@jest/globals';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { ScheduleRow, SeatStatusSet } from '../../../contract/team/schedules.js';
import { createUser, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { schedule, sent, serial, type Cells } from './files.js';

const people: Person[] = [];
const today = businessDay(new Date());

const { api, org, admin, leader } = useSite({
  workers: { processors: true },
  people: { admin: 'admin', leader: 'leader' },
});
beforeAll(async () => {
  for (const name of ['Ana', 'Beto']) people.push(await createUser(api, org, 'member', { name }));
});

const duty = (day: string, states: string[]): Cells[] =>
  states.map((status, at) => [serial(day), people[at]!.username, status]);

it('an absence is said of several days at once: of those on which the person is on duty', async () => {
  const [first, last] = [addDays(today, 30), addDays(today, 33)];
  const resting = addDays(today, 31);
  await sent(admin, schedule([], duty(resting, ['REST', 'ON_DUTY'])));
  const stateOn = async (day: string, name: string) => {
    const { data } = await admin.get<Page<ScheduleRow>>(`workSchedule/list?day=${day}`);
    return data.result.find((each) => each.name === name)!.status;
  };
  const change = { userId: people[0]!.id, day: first, version: null, status: 'ABSENT', until: last };
  for (const wrong of [{ until: addDays(first, -1) }, { until: addDays(first, 63) }, { status: 'ON_DUTY' }])
    expect(await leader.post('workSchedule/updateStatus', { ...change, ...wrong })).toMatchObject({
      code: '22',
      data: { fields: [{ field: 'until' }] },
    });
  const { data } = await leader.post<SeatStatusSet>('workSchedule/updateStatus', change);
  expect(data).toEqual({ released: 0, days: 3 });
  const days = [0, 1, 2, 3, 4].map((after) => addDays(first, after));
  expect(await Promise.all(days.map((day) => stateOn(day, 'Ana')))).toEqual([
    ...['ABSENT', 'REST', 'ABSENT', 'ABSENT'],
    'ON_DUTY',
  ]);
  expect(await Promise.all(days.map((day) => stateOn(day, 'Beto')))).toEqual(Array(5).fill('ON_DUTY'));
});
