import { afterEach, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_ANOMALY_RULES,
  type AnomalyPage,
  type AnomalyRules,
} from '../../../contract/supervision/anomalies.js';
import { lowerBound } from '../../../server/domain/anomalies/anomaly.rules.js';
import { AnomaliesService } from '../../../server/features/monitoring/anomalies/anomalies.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, NOON } from '../calls/desk.js';
import type { DeskPerson } from '../cases/desk.js';
import { calls } from './records.js';

const { desk } = useDesk(createCallDesk, { clock: NOON });
afterEach(async () => {
  await desk.api.rows(sql`DELETE FROM anomaly`);
  await desk.api.rows(sql`DELETE FROM phone_call`);
});

const DAY_S = 86_400;

/** Calls whose answerer is known; the newest `wrong` of them were wrong numbers. */
async function answered(who: DeskPerson, count: number, wrong: number, daysAgo = 0): Promise<void> {
  await calls(
    desk,
    Array.from({ length: count }, (_, index) => ({
      who,
      ago: daysAgo * DAY_S + index,
      party: index < wrong ? ('WRONG_NUMBER' as const) : ('BORROWER' as const),
    })),
  );
}
async function found(who: DeskPerson): Promise<AnomalyPage['result']> {
  await desk.api.get(AnomaliesService).judge(desk.people[who].id);
  return (await desk.as.supervisor.get<AnomalyPage>('user/behavior/anomalies?rule=wrongParty')).data.result;
}

describe('wrong numbers of a person', () => {
  it('are unusual when they are twice as many as the institution has, for certain', async () => {
    await answered('colleague', 400, 12, 10);
    await answered('collector', 60, 15);
    // 15 of 60 are 15.8 % for certain; all have 27 of 460, twice of which is 11.7 %.
    expect(await found('collector')).toMatchObject([
      { name: 'collector', measured: 25, limit: 12, minutes: 7 * 1_440 },
    ]);
    await found('collector');
    expect(await found('collector')).toHaveLength(1);
    expect(await found('colleague')).toHaveLength(1);
  });

  it('are not when chance explains them, and not of fewer than fifty calls', async () => {
    await answered('colleague', 400, 12, 10);
    await answered('collector', 60, 6);
    expect(await found('collector')).toEqual([]);
    await answered('colleague', 49, 40);
    expect(await found('colleague')).toEqual([]);
  });

  it('are judged behind a wrong number of just now, and of seven days', async () => {
    await answered('colleague', 400, 12, 10);
    await answered('collector', 60, 20, 1);
    expect(await found('collector')).toEqual([]);
    await answered('collector', 1, 1);
    expect(await found('collector')).toHaveLength(1);
    await desk.api.rows(sql`DELETE FROM anomaly`);
    await desk.api.rows(
      sql`UPDATE phone_call SET requested_at = requested_at - INTERVAL 8 DAY WHERE requested_at < ${new Date(Date.parse(NOON) - 1_000)}`,
    );
    expect(await found('collector')).toEqual([]);
  });

  it('are not judged where the rule is off, and are where it was saved before there was one', async () => {
    await answered('colleague', 400, 12, 10);
    await answered('collector', 60, 15);
    const save = async (rules: Partial<AnomalyRules>, version: number) =>
      desk.as.admin.post('monitor/rules', { ...DEFAULT_ANOMALY_RULES, ...rules, version });
    expect((await save({ wrongFrom: 0 }, 0)).code).toBe('00');
    expect(await found('collector')).toEqual([]);
    expect((await save({}, 1)).code).toBe('00');
    await desk.api.rows(
      sql`UPDATE configuration SET document = JSON_REMOVE(document, '$.wrongFrom') WHERE version = 2`,
    );
    expect((await desk.as.admin.get<AnomalyRules>('monitor/rules')).data.wrongFrom).toBe(50);
    expect(await found('collector')).toHaveLength(1);
  });

  it('have a least share as Wilson has it', () => {
    expect(lowerBound(15, 60)).toBeCloseTo(0.158, 3);
    expect(lowerBound(0, 50)).toBeCloseTo(0, 10);
    expect(lowerBound(50, 50)).toBeCloseTo(0.929, 3);
  });
});
