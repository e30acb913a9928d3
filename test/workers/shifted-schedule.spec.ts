import { expect, it } from '@jest/globals';
import { addDays, businessDay, startOfBusinessDay } from '../../contract/shared/date.js';
import { Clock } from '../../server/platform/clock/clock.js';
import { sql } from '../../server/platform/db/sql.js';
import { Jobs } from '../../server/platform/jobs/jobs.js';
import { QUEUES } from '../../server/platform/jobs/job-table.js';
import { Processors } from '../../workers/processors.js';
import { SCHEDULE } from '../../workers/recurring-jobs.js';
import { createCase } from '../support/cases.js';
import { eventually } from '../support/eventually.js';
import { createOrg, createUser } from '../support/org.js';
import { useServer } from '../support/site.js';

/** Noon in Mexico City, some days before the machine's day: no job is due at the same moment by both. */
const NOON = new Date(startOfBusinessDay(addDays(businessDay(new Date()), -3)).getTime() + 12 * 3_600_000);
const TOMORROW = addDays(businessDay(NOON), 1);
const MIDNIGHT = startOfBusinessDay(TOMORROW);

const { api, workers } = useServer({ clock: NOON.toISOString(), workers: true });

/** From now on the workers' clock shows `at` and runs on. */
function show(at: Date): void {
  Object.assign(workers.get(Clock), { shift: at.getTime() - Date.now() });
}
const shownNow = () => workers.get(Clock).now().getTime();

it('opens the day by itself when a shifted clock passes midnight', async () => {
  const org = await createOrg(api);
  const ana = await createUser(api, org, 'member');
  await createCase(api, org, { ownerId: ana.id });
  show(new Date(MIDNIGHT.getTime() - 2_500));
  await workers.get(Processors).start();
  const scheduled = await workers.get(Jobs).queue(QUEUES['days.open'].queue).getJobScheduler('days.open');
  const shift = shownNow() - Date.now();
  expect(Math.abs(scheduled!.next! + shift - MIDNIGHT.getTime())).toBeLessThan(2_000);
  await eventually(async () => {
    const days = await api.rows<{ day: string }>(sql`
      SELECT day FROM collector_day WHERE collector_id = ${ana.id} AND day = ${TOMORROW}`);
    expect(days).toEqual([{ day: TOMORROW }]);
  });
  const [opened] = await api.rows<{ recordedAt: Date }>(sql`
    SELECT recorded_at AS recordedAt FROM domain_event WHERE name = 'day.opened' ORDER BY id DESC LIMIT 1`);
  expect(businessDay(opened!.recordedAt)).toBe(TOMORROW);
  // A worker that has run a job writes its next turn: a day later by the clock that is shown.
  await eventually(async () => {
    const again = await workers.get(Jobs).queue(QUEUES['days.open'].queue).getJobScheduler('days.open');
    const next = new Date(again!.next! + (shownNow() - Date.now()));
    expect(businessDay(next)).toBe(addDays(TOMORROW, 1));
  });
});

it('hands out at the hours that a shifted clock shows', async () => {
  const { name } = SCHEDULE.find((entry) => entry.name === 'allocation.ask')!;
  const queue = workers.get(Jobs).queue(QUEUES[name].queue);
  show(new Date(MIDNIGHT.getTime() + 3_600_000));
  await queue.upsertJobScheduler(
    name,
    { pattern: '40 * 7-20 * * *', tz: 'America/Mexico_City' },
    { name, data: {} },
  );
  const { next } = (await queue.getJobScheduler(name))!;
  const shown = new Date(next! + (shownNow() - Date.now()));
  expect(Math.abs(shown.getTime() - (MIDNIGHT.getTime() + 7 * 3_600_000 + 40_000))).toBeLessThan(2_000);
});
