import { afterEach, describe, expect, it } from '@jest/globals';
import {
  DEFAULT_ANOMALY_RULES,
  type AnomalyPage,
  type AnomalyRules,
} from '../../../contract/supervision/anomalies.js';
import type { WrongParties } from '../../../contract/contact/wrong-parties.js';
import { wilson } from '../../../server/domain/calls/wilson.rules.js';
import { AnomaliesService } from '../../../server/features/monitoring/anomalies/anomalies.service.js';
import { sql } from '../../../server/platform/db/sql.js';
import { useDesk } from '../../support/site.js';
import { createCallDesk, NOON } from '../calls/desk.js';
import { contactOf, openCase, type DeskPerson } from '../cases/desk.js';
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
    expect(wilson(15, 60).low).toBeCloseTo(0.158, 3);
    expect(wilson(15, 60).high).toBeCloseTo(0.372, 3);
    expect(wilson(0, 50).low).toBeCloseTo(0, 10);
    expect(wilson(50, 50).low).toBeCloseTo(0.929, 3);
    expect(wilson(50, 50).high).toBe(1);
  });
});

describe('shares of wrong numbers', () => {
  const of = async (by: string, who: DeskPerson = 'supervisor', span = 'from=2026-11-01&to=2026-11-18') =>
    (await desk.as[who].get<WrongParties>(`softPhone/wrongParties?by=${by}&${span}`)).data;
  const shown = ({ rows }: WrongParties) => rows.map(({ name, answered, wrong }) => [name, answered, wrong]);

  it('are told by collector, with their interval, beside those of all', async () => {
    await answered('colleague', 40, 2, 3);
    await answered('collector', 60, 15);
    // These came before the span.
    await answered('collector', 30, 30, 60);
    const found = await of('collector');
    expect(shown(found)).toEqual([
      ['collector', 60, 15],
      ['colleague', 40, 2],
    ]);
    expect(found.all).toMatchObject({ answered: 100, wrong: 17, borrower: 83, share: { rate: 0.17 } });
    expect(found.rows[0]!.share!.low).toBeCloseTo(0.158, 3);
  });

  it('are told by whose number it was, by product and by institution', async () => {
    const taskId = await openCase(desk, 'collector');
    const contactId = await contactOf(desk, taskId);
    await answered('collector', 4, 1);
    await desk.api.rows(sql`UPDATE phone_call SET case_id = ${taskId}, contact_id = ${contactId}`);
    expect(shown(await of('relation'))).toEqual([['R01', 4, 1]]);
    expect((await of('product')).rows).toMatchObject([{ answered: 4, wrong: 1 }]);
    expect((await of('institution')).rows).toMatchObject([{ key: String(desk.org.institutionId), wrong: 1 }]);
  });

  it('are those of the team for a leader, and nobody else’s elsewhere', async () => {
    await answered('collector', 10, 1);
    await answered('stranger', 10, 5);
    const team = shown(await of('collector', 'leader')).map(([name]) => name);
    expect(team).toContain('collector');
    expect(team).not.toContain('stranger');
    expect((await of('collector', 'otherAdmin')).rows).toEqual([]);
    expect((await of('collector', 'otherAdmin')).all.share).toBeNull();
    expect(
      (await desk.as.collector.get('softPhone/wrongParties?by=collector&from=2026-11-01&to=2026-11-18')).code,
    ).toBe('20');
  });

  it('are of 92 days at most', async () => {
    const ask = (span: string) => desk.as.supervisor.get(`softPhone/wrongParties?by=product&${span}`);
    expect((await ask('from=2026-08-19&to=2026-11-18')).code).toBe('00');
    expect((await ask('from=2026-08-18&to=2026-11-18')).code).toBe('22');
    expect((await ask('from=2026-11-18&to=2026-11-17')).code).toBe('22');
  });
});
