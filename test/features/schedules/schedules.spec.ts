import { beforeAll, describe, expect, it } from '@jest/globals';
import { read, utils, type WorkSheet } from '@e965/xlsx';
import type { AllocationPlan } from '../../../contract/team/allocation.js';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import type { AgentPrediction, DutySum, ScheduleRow, TaskNum } from '../../../contract/team/schedules.js';
import { ScheduleReader } from '../../../server/features/schedules/reading/schedule-reader.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createUser, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { fileOf, schedule, sent, serial, sheetOf, type Cells } from './files.js';

const people: Person[] = [];
const today = businessDay(new Date());

const { api, workers, org, admin, leader } = useSite({
  workers: { processors: true },
  people: { admin: 'admin', leader: 'leader' },
});
beforeAll(async () => {
  for (const name of ['Ana', 'Beto', 'Carla']) people.push(await createUser(api, org, 'member', { name }));
  people.push(await createUser(api, org, 'member', { name: 'Dora', groupId: org.otherGroupId }));
  const far = { institutionId: org.otherInstitutionId, groupId: null, username: 'elsewhere' };
  await createUser(api, org, 'member', far);
  await api.rows(sql`UPDATE queue SET type = 'AUTOMATIC'`);
  await api.rows(sql`UPDATE user SET created_at = '2020-01-01' WHERE role = 'member'`);
});

/** Rows of a schedule: of the others the list says what holds without one. */
const scheduled = async (day: string) => {
  const { data } = await admin.get<Page<ScheduleRow>>(`workSchedule/list?day=${day}`);
  return data.result.filter(({ version }) => version !== null);
};
/** The sheets of a refused file as it is handed back. */
async function corrections(id: number): Promise<Record<string, WorkSheet>> {
  const path = `/api/workSchedule/uploadResult/${id}/errors`;
  const { body } = await admin.agent.get(path).responseType('blob');
  const { Sheets } = read(body as Buffer);
  return Object.fromEntries(Object.entries(Sheets).map(([name, sheet]) => [name.toLowerCase(), sheet]));
}

const duty = (day: string, states: string[]): Cells[] =>
  states.map((status, at) => [serial(day), people[at]!.username, status]);
const plan = (day: string): Cells[] => [[serial(day), 'Q1', 90, 5, 10, 20, 1, 5, 4]];

describe('an uploaded schedule', () => {
  const day = addDays(today, 1);

  it.each(['xlsx', 'biff8'] as const)('is read from %s, and once more without a change', async (type) => {
    const bytes = schedule(plan(day), duty(day, ['ON_DUTY', 'on duty', 'Absent', 'REST']), type);
    expect(await sent(admin, bytes)).toMatchObject({
      status: 'APPLIED',
      planRows: 1,
      peopleRows: 4,
      rowsRead: 5,
      ...{ firstDay: day, lastDay: day },
    });
    const again = { status: 'APPLIED', planRows: 1, peopleRows: 4 };
    expect(await sent(admin, bytes)).toMatchObject({ ...again, changedRows: 0 });
    const other = schedule(plan(day), duty(day, ['REST']), type);
    expect(await sent(admin, other)).toMatchObject({ status: 'APPLIED', changedRows: 1 });
    expect(await sent(admin, bytes)).toMatchObject({ ...again, changedRows: 1 });
    const { data } = await admin.get<Page<ScheduleRow>>(`workSchedule/list?day=${day}`);
    expect(data.totalCount).toBe(4);
    expect(data.result[2]).toMatchObject({
      ...{ name: 'Carla', status: 'ABSENT', queueName: 'Early', version: 1 },
    });
  });

  it('shows a leader the own group, by status and name', async () => {
    const { data } = await leader.get<Page<ScheduleRow>>(`workSchedule/list?day=${day}`);
    expect(data.result.map(({ name }) => name)).toEqual(['Ana', 'Beto', 'Carla']);
    const on = await leader.get<Page<ScheduleRow>>(`workSchedule/list?day=${day}&status=ON_DUTY`);
    expect(on.data.totalCount).toBe(2);
    const sums = await admin.get<DutySum[]>(`workSchedule/dutySum?day=${day}`);
    expect(sums.data.map(({ status, heads }) => [status, heads])).toEqual([
      ['ABSENT', 1],
      ['ON_DUTY', 2],
      ['REST', 1],
    ]);
  });

  it('tells the seats that the day wants beside those on duty', async () => {
    const { data } = await admin.get<AgentPrediction[]>(`workSchedule/agentPrediction?day=${day}`);
    expect(data).toEqual([
      {
        ...{ queueId: org.queueId, queueName: 'Early', expectedCases: 90, expectedReminderCases: 5 },
        ...{ perCapitaMin: 10, perCapitaMax: 20, minSeats: 1, maxSeats: 5 },
        ...{ recommendedSeats: 5, expectedStaff: 4, onDuty: 2 },
      },
    ]);
  });

  it('names every bad cell with its reason, and applies nothing', async () => {
    const other = addDays(today, 9);
    const days = sheetOf('people', [
      [serial(other), people[0]!.username, 'ON_DUTY'],
      [other, people[1]!.username, 'ON_DUTY'],
      [serial(other), 'elsewhere', 'REST'],
      [serial(other), people[0]!.username, 'REST'],
      [serial(other), people[2]!.username, 'SLEEPING'],
      [serial(other), people[2]!.username, null],
      [serial(other), 'merged', 'REST'],
    ]);
    days['C2'] = { t: 's', f: 'UPPER("rest")', v: 'REST' };
    days['!merges'] = [{ s: { r: 7, c: 1 }, e: { r: 7, c: 2 } }];
    const plans = sheetOf('plan', [[serial(other), 'NOWHERE', 1.5, null, 9, 3, null, null, null]]);
    const result = await sent(admin, fileOf({ Plan: plans, People: days }));
    expect(result).toMatchObject({ status: 'REFUSED', planRows: 0, peopleRows: 0, firstDay: null });
    expect(result.errors.map(({ sheet, cell, reason }) => `${sheet} ${cell} ${reason}`)).toEqual([
      'plan B2 unknown', 'plan C2 number', 'plan F2 order', 'people C2 formula', 'people A3 textDate', 'people B4 unknown',
      'people B5 twice', 'people C6 choice', 'people C7 required', 'people B7 twice', 'people B8 merged',
      'people C8 merged',
    ]); // prettier-ignore
    expect(result.refused).toBe(12);
    expect(result.errors[1]).toMatchObject({ column: 'caseAllocation', value: '1.5' });
    const marked = await corrections(result.id);
    expect(marked['plan']!['C2']).toMatchObject({ v: 1.5 });
    const why = '"1.5" is not a whole number from 0 to 1000000';
    expect(marked['plan']!['C2'].c[0]).toMatchObject({ a: 'Recoup', t: why });
    expect([marked['plan']!['J1'].v, marked['plan']!['J2'].v]).toEqual([
      'To correct',
      `B2: "NOWHERE" is not known, or not yours; C2: ${why}; F2: "3" is less than the minimum`,
    ]);
    expect(marked['people']!['C2']).toMatchObject({ f: 'UPPER("rest")' });
    expect(marked['people']!['D6'].v).toContain('is none of ON_DUTY, ABSENT, REST, RESIGNED');
    await api.rows(
      sql`UPDATE schedule_upload SET finished_at = finished_at - INTERVAL 8 DAY WHERE id = ${result.id}`,
    );
    await workers.get(ScheduleReader).reconcile();
    expect((await admin.get(`workSchedule/uploadResult/${result.id}/errors`)).code).toBe('21');
    expect(await scheduled(other)).toEqual([]);
    expect(await leader.get(`workSchedule/uploadResult/${result.id}`)).toMatchObject({ code: '21' });
  });

  it('of a day that is over is refused, row by row, and today is not', async () => {
    const gone = addDays(today, -1);
    const [past, now] = [duty(gone, ['REST']), duty(today, ['ON_DUTY', 'ON_DUTY', 'ON_DUTY', 'ON_DUTY'])];
    const result = await sent(admin, schedule(plan(gone), [...past, ...now]));
    expect(result.errors.map(({ sheet, cell, reason }) => `${sheet} ${cell} ${reason}`)).toEqual([
      'plan A2 past',
      'people A2 past',
    ]);
    expect((await corrections(result.id))['people']!['D2'].v).toMatch(/^A2: "[-\d]+" is a day that is over$/);
    expect(await scheduled(gone)).toEqual([]);
    const basis = { day: gone, queues: [], people: [{ userId: people[0]!.id, status: 'REST' }] };
    const apply = { ...basis, clientRequestId: 'a-day-that-is-over' };
    expect(await admin.post('workSchedule/applyPlan', apply)).toMatchObject({ code: '22' });
    await api.rows(sql`
      INSERT INTO seat_day (day, user_id, institution_id, status, since)
      VALUES (${gone}, ${people[0]!.id}, ${org.institutionId}, 'ON_DUTY', ${new Date()})`);
    const change = { userId: people[0]!.id, day: gone, status: 'REST' };
    expect(await admin.post('workSchedule/updateStatus', change)).toMatchObject({
      code: '22',
      message: 'A day that is over is not planned any more',
      data: { fields: [{ field: 'day' }] },
    });
    expect((await scheduled(gone)).map(({ status }) => status)).toEqual(['ON_DUTY']);
  });

  it('by a leader names the own group only, and nobody as resigned', async () => {
    const other = addDays(today, 8);
    const result = await sent(leader, schedule([], duty(other, ['RESIGNED', 'REST', 'REST', 'REST'])));
    expect(result.errors.map(({ cell, reason }) => [cell, reason])).toEqual([
      ['C2', 'notAllowed'],
      ['B5', 'unknown'],
    ]);
    // Resigning people takes a confirmation, and a file cannot give one.
    const byAdmin = await sent(admin, schedule([], duty(other, ['RESIGNED'])));
    expect(byAdmin).toMatchObject({ failure: null, errors: [{ cell: 'C2', reason: 'unconfirmed' }] });
  });

  it('that is no workbook, has other sheets, or no rows is refused in clear words', async () => {
    const text = await admin.upload('workSchedule/upload', Buffer.from('date,queue\n'), 'week.xlsx');
    expect(text).toMatchObject({ code: '22', message: 'Send it as an xls or xlsx file' });
    const strange = await sent(admin, fileOf({ Hoja1: utils.aoa_to_sheet([['a']]) }));
    expect(strange.failure).toContain('Take the template');
    expect((await sent(admin, schedule([], []))).failure).toBe('The workbook has no rows');
  });

  it('is begun with a template that can be sent back as it is', async () => {
    const template = await leader.agent.get('/api/workSchedule/downloadTemplate').responseType('blob');
    expect(await sent(leader, template.body as Buffer)).toMatchObject({
      status: 'APPLIED',
      planRows: 1,
      peopleRows: 3,
    });
  });
});

describe('who is on duty', () => {
  const row = async (name: string) => {
    const { data } = await admin.get<Page<ScheduleRow>>('workSchedule/list');
    return data.result.find((each) => each.name === name)!;
  };
  const planned = async () => {
    const { code, data } = await admin.post<AllocationPlan>('allocation/dryRun', { queueId: org.queueId });
    expect(code).toBe('00');
    return data.seats.map(({ agent, cap }) => [agent, cap]);
  };

  it('is everybody while the day has no schedule, and then of each team who it names, within its limits', async () => {
    await createCase(api, org, { ownerId: null });
    expect((await planned()).map(([name]) => name)).toEqual(['Ana', 'Beto', 'Carla', 'Dora']);
    await sent(leader, schedule(plan(today), duty(today, ['ON_DUTY', 'REST'])));
    // Carla is left out of her team's schedule; Dora's team has none.
    expect(await planned()).toEqual([
      ['Ana', 20],
      ['Dora', 20],
    ]);
    const { data } = await admin.get<AgentPrediction[]>('workSchedule/agentPrediction');
    expect(data[0]).toMatchObject({ onDuty: 2 });
    await sent(admin, schedule([], duty(today, ['ON_DUTY', 'REST', 'ON_DUTY', 'REST'])));
    expect((await planned()).map(([name]) => name)).toEqual(['Ana', 'Carla']);
  });

  it('is changed by the own leader, with what is in force for who saw an older day', async () => {
    const { userId, day, version } = await row('Carla');
    const change = { userId, day, version, status: 'ABSENT' };
    expect(await leader.post('workSchedule/updateStatus', change)).toMatchObject({ code: '00' });
    expect(await leader.post('workSchedule/updateStatus', { ...change, status: 'REST' })).toMatchObject({
      code: '23',
    });
    expect(await planned()).toEqual([['Ana', 20]]);
    const resigned = { userId, day, status: 'RESIGNED' };
    expect(await leader.post('workSchedule/updateStatus', resigned)).toMatchObject({ code: '20' });
    const stranger = { userId: people[3]!.id, day: addDays(today, 1), status: 'REST' };
    expect(await leader.post('workSchedule/updateStatus', stranger)).toMatchObject({ code: '21' });
  });

  it('is said of anybody on a day without a schedule, and the others of the team stay on duty', async () => {
    const day = addDays(today, 20);
    const states = async (query = '') => {
      const { data } = await admin.get<Page<ScheduleRow>>(`workSchedule/list?day=${day}${query}`);
      return data.result.map(({ name, status, version }) => [name, status, version]);
    };
    const asOf = (version: number | null) =>
      states().then((all) => all.map(([name]) => [name, 'ON_DUTY', version]));
    expect(await states()).toEqual(await asOf(null));
    const change = { userId: people[0]!.id, day, version: null, status: 'ABSENT' };
    expect(await leader.post('workSchedule/updateStatus', change)).toMatchObject({ code: '00' });
    // Somebody else has marked her meanwhile.
    expect(await admin.post('workSchedule/updateStatus', { ...change, status: 'REST' })).toMatchObject({
      code: '23',
    });
    expect(await states()).toEqual([
      ['Ana', 'ABSENT', 2],
      ['Beto', 'ON_DUTY', 1],
      ['Carla', 'ON_DUTY', 1],
      ['Dora', 'ON_DUTY', null],
    ]);
    expect(await states('&status=ABSENT')).toEqual([['Ana', 'ABSENT', 2]]);
    const { data } = await admin.get<AgentPrediction[]>(`workSchedule/agentPrediction?day=${day}`);
    expect(data[0]).toMatchObject({ onDuty: 3 });
    const [event] = await api.rows<{ payload: string }>(sql`
      SELECT payload FROM domain_event WHERE name = 'schedule.statusChanged' ORDER BY id DESC LIMIT 1`);
    expect(JSON.parse(event!.payload)).toMatchObject({ before: 'ON_DUTY', after: 'ABSENT' });
  });

  it('is said of whom the schedule leaves out', async () => {
    const day = addDays(today, 21);
    await sent(admin, schedule([], duty(day, ['ON_DUTY'])));
    const statusOf = async (name: string) => {
      const { data } = await admin.get<Page<ScheduleRow>>(`workSchedule/list?day=${day}`);
      return data.result.find((each) => each.name === name)!.status;
    };
    expect(await statusOf('Beto')).toBeNull();
    const change = { userId: people[1]!.id, day, version: null, status: 'ON_DUTY' };
    expect(await leader.post('workSchedule/updateStatus', change)).toMatchObject({ code: '00' });
    expect([await statusOf('Beto'), await statusOf('Carla')]).toEqual(['ON_DUTY', null]);
  });
});

it('the defaults of the plan are the queue’s own', async () => {
  const { data } = await admin.get<TaskNum[]>('workSchedule/taskNumConfig');
  const { queueName, ...config } = data[0]!;
  expect(queueName).toBe('Early');
  const change = { ...config, perCapitaMax: 77, clientRequestId: 'limits-of-early' };
  expect(await leader.post('workSchedule/taskNumConfig', change)).toMatchObject({ code: '20' });
  expect(await admin.post('workSchedule/taskNumConfig', change)).toMatchObject({ code: '00' });
  expect(await admin.post('workSchedule/taskNumConfig', change)).toMatchObject({ code: '00' });
  const other = { ...change, perCapitaMax: 78 };
  expect(await admin.post('workSchedule/taskNumConfig', other)).toMatchObject({ code: '23' });
  const unseen = { ...other, clientRequestId: 'limits-of-early-2' };
  expect(await admin.post('workSchedule/taskNumConfig', unseen)).toMatchObject({ code: '23' });
  const again = await admin.get<TaskNum[]>('workSchedule/taskNumConfig');
  expect(again.data[0]).toMatchObject({ perCapitaMax: 77 });
});
