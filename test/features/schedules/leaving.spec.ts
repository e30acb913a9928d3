import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AllocationPlan } from '../../../contract/team/allocation.js';
import type { BindingPreview, MovedCases } from '../../../contract/cases/case-moves.js';
import {
  ABSENCE_MS,
  type Resigning,
  type ScheduleRow,
  type SeatState,
  type SeatStatusSet,
} from '../../../contract/team/schedules.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import type { Page } from '../../../contract/shared/page.js';
import { CaseMovesService } from '../../../server/features/case-work/cases/moves/case-moves.service.js';
import { LeavingService } from '../../../server/features/schedules/leaving.service.js';
import { SYSTEM } from '../../../server/platform/auth/actor.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { shiftDate } from '../../support/clock.js';
import { createOrg, createUser, signedIn, type Client, type Org, type Person } from '../../support/org.js';
import { createStack, startApi, type Api, type Stack } from '../../support/stack.js';

const today = businessDay(new Date());
const noon = startOfBusinessDay(today).getTime() + 12 * 3_600_000;
const HALF_HOUR = ABSENCE_MS;

let stack: Stack;
let api: Api;
let org: Org;
let admin: Client;
let leader: Client;
let ana: Person;
let anas: Client;

const at = (time: number) => jest.setSystemTime(time);
const carryOut = () => api.get(LeavingService).carryOut();

beforeAll(async () => {
  shiftDate(noon);
  stack = await createStack();
  api = await startApi();
  org = await createOrg(api);
  admin = await signedIn(api, await createUser(api, org, 'admin'));
  leader = await signedIn(api, await createUser(api, org, 'leader'));
});
afterAll(async () => {
  jest.useRealTimers();
  await api.close();
  await stack.close();
});
beforeEach(async () => {
  at(noon);
  await api.rows(sql`DELETE FROM seat_day`);
  ana = await createUser(api, org, 'member', { name: 'Ana' });
  anas = await signedIn(api, ana);
});

async function seat(status: SeatState, day = today, since: Date | null = new Date()): Promise<void> {
  await api.rows(sql`
    INSERT INTO seat_day (day, user_id, institution_id, status, since)
    VALUES (${day}, ${ana.id}, ${org.institutionId}, ${status}, ${since})`);
}
const mark = (who: Client, status: SeatState, more: object = {}) =>
  who.post<SeatStatusSet>('workSchedule/updateStatus', { userId: ana.id, day: today, status, ...more });
const anasCases = (status: 'C01' | 'C10' | 'C20' = 'C01') =>
  createCase(api, org, { ownerId: ana.id, status }).then(({ id }) => id);
const stateOf = async (id: number) => {
  const [found] = await api.rows<{ status: string; ownerId: number | null }>(sql`
    SELECT status, owner_id AS ownerId FROM collection_case WHERE id = ${id}`);
  return found!;
};
const free = { status: 'C00', ownerId: null };
const row = async () => (await leader.get<Page<ScheduleRow>>('workSchedule/list')).data.result[0]!;
const eventsOf = async (name: string) => {
  const events = await api.rows<{ payload: string }>(sql`
    SELECT payload FROM domain_event WHERE name = ${name} ORDER BY id`);
  return events.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
};

describe('an absence', () => {
  it('gives back after half an hour, and once, what was not touched', async () => {
    await seat('ON_DUTY');
    const [untouched, worked, noted] = [await anasCases(), await anasCases('C10'), await anasCases()];
    const memo = { taskId: noted, callResult: 'MEMO', clientRequestId: `memo-${noted}` };
    expect(await anas.post('task/record', memo)).toMatchObject({ code: '00' });
    expect(await mark(leader, 'ABSENT')).toMatchObject({ code: '00', data: { released: 0 } });
    expect(await row()).toMatchObject({
      releaseAt: new Date(noon + HALF_HOUR).toISOString(),
      released: false,
    });
    at(noon + HALF_HOUR - 1);
    await carryOut();
    expect(await stateOf(untouched)).toMatchObject({ status: 'C01', ownerId: ana.id });
    at(noon + HALF_HOUR);
    await carryOut();
    expect(await stateOf(untouched)).toEqual(free);
    expect(await stateOf(worked)).toMatchObject({ status: 'C10', ownerId: ana.id });
    expect(await stateOf(noted)).toMatchObject({ status: 'C01', ownerId: ana.id });
    expect((await eventsOf('case.released')).at(-1)).toMatchObject({ caseId: untouched, reason: 'ABSENT' });
    expect(await row()).toMatchObject({ released: true });
    const emitted = await eventsOf('schedule.carriedOut');
    expect(emitted.at(-1)).toMatchObject({ userId: ana.id, day: today, status: 'ABSENT', cases: 1 });
    const later = await anasCases();
    await carryOut();
    expect(await stateOf(later)).toMatchObject({ ownerId: ana.id });
    expect(await eventsOf('schedule.carriedOut')).toHaveLength(emitted.length);
  });

  it('that was corrected in time takes nothing, and begins anew when it is said anew', async () => {
    await seat('ON_DUTY');
    const mine = await anasCases();
    await mark(leader, 'ABSENT');
    at(noon + HALF_HOUR - 60_000);
    await mark(leader, 'ON_DUTY');
    at(noon + HALF_HOUR);
    await carryOut();
    await mark(leader, 'ABSENT');
    at(noon + 2 * HALF_HOUR - 1);
    await carryOut();
    expect(await stateOf(mine)).toMatchObject({ ownerId: ana.id });
    at(noon + 2 * HALF_HOUR);
    await carryOut();
    expect(await stateOf(mine)).toEqual(free);
  });

  it('that was planned begins with its day, and neither before nor afterwards', async () => {
    const mine = await anasCases();
    await seat('ABSENT', addDays(today, 1));
    await seat('ABSENT', addDays(today, -1));
    await carryOut();
    expect(await stateOf(mine)).toMatchObject({ ownerId: ana.id });
    const tomorrow = startOfBusinessDay(addDays(today, 1)).getTime();
    at(tomorrow + HALF_HOUR - 1);
    await carryOut();
    expect(await stateOf(mine)).toMatchObject({ ownerId: ana.id });
    at(tomorrow + HALF_HOUR);
    await carryOut();
    expect(await stateOf(mine)).toEqual(free);
  });
});

describe('a resignation', () => {
  const resigning = (who: Client) => who.get<Resigning[]>(`workSchedule/resigning?userIds=${ana.id},999999`);
  const phone = async () => {
    const id = 5_000_000 + ana.id;
    await api.rows(sql`
      INSERT INTO softphone (id, institution_id, supplier, extension_number, password_enc, owner_id, created_at, updated_at)
      VALUES (${id}, ${org.institutionId}, 'LUNAR', ${String(id)}, ${Buffer.from('x')}, ${ana.id}, ${new Date()}, ${new Date()})`);
    return id;
  };

  it('is shown before it is confirmed, to who may do it', async () => {
    const id = await phone();
    const cases = [await anasCases(), await anasCases('C20')];
    expect((await resigning(leader)).code).toBe('20');
    const { data } = await resigning(admin);
    expect(data).toMatchObject([
      { userId: ana.id, name: 'Ana', extension: String(id), openCases: 2, promised: 1, amountDue: 200_000 },
    ]);
    expect(data[0]!.cases.map((each) => each.id)).toEqual(cases);
    const far = { institutionId: org.otherInstitutionId, groupId: null };
    const stranger = await signedIn(api, await createUser(api, org, 'admin', far));
    expect((await resigning(stranger)).data).toEqual([]);
    expect((await admin.get('workSchedule/resigning?userIds=1,x')).code).toBe('22');
  });

  it('ends sign-in, telephone and all cases in one command, once', async () => {
    await seat('ON_DUTY');
    const id = await phone();
    const cases = [await anasCases(), await anasCases('C10'), await anasCases('C20')];
    expect(await mark(admin, 'RESIGNED')).toMatchObject({
      code: '22',
      message: expect.stringContaining('confirm'),
    });
    expect(await mark(leader, 'RESIGNED', { confirmed: true })).toMatchObject({ code: '20' });
    expect((await anas.get('login/currentUser')).code).toBe('00');
    const said = { confirmed: true, clientRequestId: `resign-${ana.id}` };
    expect(await mark(admin, 'RESIGNED', said)).toMatchObject({ code: '00', data: { released: 3 } });
    expect(await mark(admin, 'RESIGNED', said)).toMatchObject({ code: '00', data: { released: 3 } });
    expect((await anas.get('login/currentUser')).code).toBe('02');
    expect(await Promise.all(cases.map(stateOf))).toEqual([free, free, { status: 'C20', ownerId: null }]);
    const [kept] = await api.rows(sql`
      SELECT p.owner_id AS ownerId, u.enabled FROM softphone p, user u WHERE p.id = ${id} AND u.id = ${ana.id}`);
    expect(kept).toEqual({ ownerId: null, enabled: 0 });
    const events = await api.rows<{ name: string; at: Date }>(sql`
      SELECT e.name, e.recorded_at AS at FROM domain_event e
      WHERE e.id >= (SELECT MAX(s.id) FROM domain_event s WHERE s.name = 'schedule.statusChanged') ORDER BY e.id`);
    expect(events.map(({ name }) => name)).toEqual([
      ...['schedule.statusChanged', 'user.disabled', 'session.revoked', 'softphone.unbound'],
      ...['case.released', 'case.released', 'case.released', 'schedule.carriedOut'],
    ]);
  });

  it('of a later day waits for it', async () => {
    const day = addDays(today, 1);
    await seat('ON_DUTY', day);
    const mine = await anasCases();
    expect(await mark(admin, 'RESIGNED', { day, confirmed: true })).toMatchObject({ data: { released: 0 } });
    await carryOut();
    expect((await anas.get('login/currentUser')).code).toBe('00');
    at(startOfBusinessDay(day).getTime());
    anas = await signedIn(api, ana);
    await carryOut();
    expect(await stateOf(mine)).toEqual(free);
    expect((await anas.get('login/currentUser')).code).toBe('02');
  });
});

describe('somebody on leave', () => {
  it.each(['ABSENT', 'REST', 'RESIGNED'] as const)(
    '%s is given no case, by hand or by a plan',
    async (status) => {
      await seat(status);
      const ids = [await waiting(), await waiting()];
      const rejected = ids.map((taskId) => ({ taskId, reason: 'case.onLeave' }));
      const body = { taskIds: ids, agentId: ana.id };
      const preview = await leader.post<BindingPreview>('management/task/bindPreview', body);
      expect(preview.data).toMatchObject({ accepted: [], rejected });
      const bound = await leader.post<MovedCases>('management/task/batchBindAgent', body);
      expect(bound.data).toMatchObject({ accepted: [], rejected, bindId: null });
      const moved = await api.get(CaseMovesService).assign(SYSTEM, { taskIds: ids, agentIds: [ana.id] });
      expect(moved).toEqual({ accepted: [], rejected });
      await api.rows(sql`UPDATE queue SET type = 'AUTOMATIC' WHERE id = ${org.queueId}`);
      const dry = await admin.post<AllocationPlan>('allocation/dryRun', { queueId: org.queueId });
      expect(dry.data.seats.map(({ agentId }) => agentId)).not.toContain(ana.id);
    },
  );

  it('is bound again when the day says so', async () => {
    await seat('REST');
    await mark(leader, 'ON_DUTY');
    const taskIds = [await waiting()];
    const bound = await leader.post<MovedCases>('management/task/batchBindAgent', {
      taskIds,
      agentId: ana.id,
    });
    expect(bound.data).toMatchObject({ accepted: taskIds, rejected: [] });
  });

  const waiting = () => createCase(api, org, { ownerId: null }).then(({ id }) => id);
});
