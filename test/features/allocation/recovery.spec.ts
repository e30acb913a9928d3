import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AllocationPlan, AllocationRunInfo } from '../../../contract/team/allocation.js';
import { addDays, businessDay, startOfBusinessDay } from '../../../contract/shared/date.js';
import { stratumOf } from '../../../server/domain/allocation/allocation.rules.js';
import { HandOutService } from '../../../server/features/allocation/hand-out.service.js';
import { RecoveryRates } from '../../../server/domain/allocation/recovery.rules.js';
import { RecoveryService } from '../../../server/features/allocation/recovery.service.js';
import { stratumSql } from '../../../server/domain/allocation/strata.sql.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createCase } from '../../support/cases.js';
import { createUser, type Person } from '../../support/org.js';
import { TestSocket } from '../../support/sockets.js';
import { useSite } from '../../support/site.js';

let ana: Person;
const today = businessDay(new Date());
const yesterday = addDays(today, -1);

const { api, workers, org, admin, leader } = useSite({
  workers: true,
  people: { admin: 'admin', leader: 'leader' },
});
beforeAll(async () => {
  ana = await createUser(api, org, 'member', { name: 'Ana' });
  await api.rows(sql`UPDATE user SET created_at = '2020-01-01' WHERE role = 'member'`);
  await api.rows(sql`UPDATE queue SET type = 'AUTOMATIC', per_capita_max = 5`);
});

const sums = () =>
  api.rows(sql`SELECT day, stratum, cases, amount, received FROM recovery_day ORDER BY day, stratum`);

describe('what a stratum brings', () => {
  it('is the queue’s own rate, else that of all queues, else of all cases', () => {
    const rates = new RecoveryRates([
      { queueId: 1, stratum: 'A0-D0', amount: 100, received: 10 },
      { queueId: 2, stratum: 'A0-D0', amount: 100, received: 30 },
      { queueId: 2, stratum: 'A1-D0', amount: 200, received: -20 },
    ]);
    expect([rates.of(1, 'A0-D0'), rates.of(3, 'A0-D0'), rates.of(1, 'A1-D0')]).toEqual([0.1, 0.2, 0]);
    expect(rates.of(1, 'A3-D4')).toBe(20 / 400);
    expect(new RecoveryRates([]).of(1, 'A0-D0')).toBeNull();
  });

  it('goes by the same strata in the database', async () => {
    const amounts = [1, 200_000, 200_001, 500_000, 1_000_000, 1_000_001];
    for (const [at, amount] of amounts.entries()) {
      const dpd = [-3, 7, 8, 30, 31, 61][at]!;
      const [row] = await api.rows<{ stratum: string }>(sql`
        SELECT ${stratumSql(sql`x.amount`, sql`x.dpd`)} AS stratum FROM (SELECT ${amount} AS amount, ${dpd} AS dpd) x`);
      expect(row!.stratum).toBe(stratumOf({ amount, dpd }));
    }
  });

  it('is counted of each day that is over: what entered it, and what paid it, less what went back', async () => {
    const cases = [
      await createCase(api, org, { ownerId: ana.id }),
      await createCase(api, org, { ownerId: ana.id }),
    ];
    const noon = new Date(startOfBusinessDay(yesterday).getTime() + 43_200_000);
    await api.rows(sql`
      INSERT INTO collector_day (collector_id, day, institution_id, group_id, queue_id, ranked, target_fixed, target_unit)
      VALUES (${ana.id}, ${yesterday}, ${org.institutionId}, ${org.groupId}, ${org.queueId}, 1, 0, 'centavos')`);
    for (const { id } of cases)
      await api.rows(sql`
        INSERT INTO collector_day_case (collector_id, day, case_id, amount, in_base)
        VALUES (${ana.id}, ${yesterday}, ${id}, 100000, 1)`);
    const pay = (id: number, type: string, amount: number, at: Date) =>
      api.rows(sql`
        INSERT INTO payment (id, provider_reference, type, loan_item_id, case_id, amount, towards_due, channel, credited_to,
          value_at, posted_at, due_before, spread)
        VALUES (${id}, ${`P${id}`}, ${type}, ${cases[0]!.loanItemId}, ${cases[0]!.id}, ${amount}, ${amount}, 'SPEI', ${ana.id},
          ${at}, ${at}, 100000, '[]')`);
    await pay(1, 'PAYMENT', 30_000, noon);
    await pay(2, 'REVERSAL', 5_000, noon);
    await pay(3, 'PAYMENT', 70_000, new Date());
    await workers.get(RecoveryService).countDays();
    const counted = [{ day: yesterday, stratum: 'A0-D1', cases: 2, amount: 200_000, received: 25_000 }];
    expect(await sums()).toEqual(counted);
    await workers.get(RecoveryService).countDays();
    expect(await sums()).toEqual(counted);
    const rates = await workers.get(RecoveryService).rates([org.institutionId]);
    expect(rates.of(org.queueId, 'A0-D1')).toBe(0.125);
  });

  it('values each collector’s part of a plan, before it is carried out and after', async () => {
    for (let at = 0; at < 2; at++) await createCase(api, org, { groupId: null });
    const { data } = await admin.post<AllocationPlan>('allocation/dryRun', { queueId: org.queueId });
    expect(data.seats).toMatchObject([{ agent: 'Ana', amount: 200_000, expected: 25_000 }]);
    expect(data.missingSeats).toBe(0);
    const { runId } = (await admin.post<{ runId: number }>('allocation/run', { queueId: org.queueId })).data;
    await workers.get(HandOutService).execute(runId);
    const run = (await admin.get<AllocationRunInfo>(`allocation/run/${runId}`)).data;
    expect(run.seats).toMatchObject([{ expected: 25_000 }]);
  });
});

describe('a gap of seats', () => {
  const handOut = async () => {
    const { runId } = (await admin.post<{ runId: number }>('allocation/run', { queueId: org.queueId })).data;
    await workers.get(HandOutService).execute(runId);
    return (await admin.get<AllocationRunInfo>(`allocation/run/${runId}`)).data;
  };

  it('is told to the leaders of the queue once, and shown with the seats that would close it', async () => {
    const socket = await TestSocket.open(leader);
    for (let at = 0; at < 5; at++) await createCase(api, org, { groupId: null });
    const run = await handOut();
    expect(run).toMatchObject({ left: 4, missingSeats: 1, planned: 1 });
    const { data } = await socket.next('seatGap.found');
    expect(data).toEqual({ queueId: org.queueId, queueName: 'Early', left: 4, missingSeats: 1 });
    await handOut();
    const published = () =>
      api
        .rows(sql`SELECT id FROM domain_event WHERE name = 'allocation.gapFound'`)
        .then(({ length }) => length);
    expect(await published()).toBe(1);
    await api.rows(sql`UPDATE queue SET per_capita_max = 50`);
    expect(await handOut()).toMatchObject({ left: 0, missingSeats: 0 });
    await api.rows(sql`UPDATE queue SET per_capita_max = 1`);
    await createCase(api, org, { groupId: null });
    await handOut();
    expect(await published()).toBe(2);
    socket.close();
  });
});
