import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addDays, businessDay } from '../../../contract/shared/date.js';
import type { ScheduleUpload } from '../../../contract/team/schedules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createUser, signedIn, type Client, type Person } from '../../support/org.js';
import { useSite } from '../../support/site.js';
import { schedule, sent, serial, type Cells } from './files.js';

const people: Person[] = [];
const today = businessDay(new Date());
const [near, next] = [addDays(today, 3), addDays(today, 4)];
const { api, org, admin, leader } = useSite({
  workers: { processors: true },
  people: { admin: 'admin', leader: 'leader' },
});
let otherLeader: Client;
beforeAll(async () => {
  for (const name of ['Ana', 'Beto', 'Carla']) people.push(await createUser(api, org, 'member', { name }));
  otherLeader = await signedIn(api, await createUser(api, org, 'leader', { groupId: org.otherGroupId }));
});
beforeEach(async () => {
  await api.rows(sql`DELETE FROM seat_day`);
  await api.rows(sql`DELETE FROM seat_plan`);
});

const duty = (day: string, states: string[]): Cells[] =>
  states.map((status, at) => [serial(day), people[at]!.username, status]);
const plan = (day: string, cases: number): Cells[] => [[serial(day), 'Q1', cases, 5, 10, 20, 1, 5, null]];
const rows = async () => ({
  plans: await api.rows<object>(sql`
    SELECT day, queue_id AS queueId, case_allocation AS cases, per_capita_max AS most FROM seat_plan ORDER BY day`),
  days: await api.rows<object>(sql`
    SELECT day, user_id AS userId, status FROM seat_day ORDER BY day, user_id`),
});
const undo = (uploadId: number, who = leader) => who.post('workSchedule/undoUpload', { uploadId });
const info = async (id: number, who = leader) =>
  (await who.get<ScheduleUpload>(`workSchedule/uploadResult/${id}`)).data;

it('an applied schedule is taken back as a whole, once, and what stood before stands again', async () => {
  await sent(leader, schedule(plan(near, 90), duty(near, ['ON_DUTY', 'REST', 'ON_DUTY'])));
  const before = await rows();
  const both = [...duty(near, ['REST', 'REST']), ...duty(next, ['ON_DUTY', 'ABSENT', 'ON_DUTY'])];
  const upload = await sent(leader, schedule([...plan(near, 120), ...plan(next, 60)], both));
  expect(upload).toMatchObject({
    status: 'APPLIED',
    planRows: 2,
    peopleRows: 5,
    changedRows: 6,
    mayUndo: true,
  });
  expect((await undo(upload.id, otherLeader)).code).toBe('21');
  expect((await undo(upload.id)).code).toBe('00');
  expect(await rows()).toEqual(before);
  expect(await info(upload.id)).toMatchObject({ status: 'UNDONE', mayUndo: false });
  expect((await undo(upload.id)).code).toBe('23');
  const [event] = await api.rows<{ payload: string }>(sql`
    SELECT payload FROM domain_event WHERE name = 'schedule.undone' ORDER BY id DESC LIMIT 1`);
  expect(JSON.parse(event!.payload)).toMatchObject({ uploadId: upload.id, planRows: 2, peopleRows: 4 });
});

it('a schedule stays when a row of it has changed since, when a day of it is over, or when it changed nothing', async () => {
  const bytes = schedule(plan(near, 90), duty(near, ['ON_DUTY', 'REST']));
  const upload = await sent(admin, bytes);
  const again = await sent(admin, bytes);
  expect(again).toMatchObject({ changedRows: 0, mayUndo: false });
  const change = { userId: people[0]!.id, day: near, status: 'REST' };
  expect((await admin.post('workSchedule/updateStatus', change)).code).toBe('00');
  const stood = await rows();
  expect((await undo(upload.id, admin)).code).toBe('23');
  expect(await rows()).toEqual(stood);
  expect((await undo(upload.id)).code).toBe('21');

  const over = await sent(leader, schedule([], duty(next, ['REST'])));
  await api.rows(sql`
    UPDATE schedule_upload SET first_day = ${addDays(today, -1)} WHERE id = ${over.id}`);
  expect((await info(over.id)).mayUndo).toBe(false);
  expect((await undo(over.id)).code).toBe('23');
});
