import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pressure, PressureAct } from '../../../contract/supervision/pressure.js';
import { daysOf } from '../../../server/domain/contact-compliance/pressure/pressure.rules.js';
import { sql } from '../../../server/platform/db/sql.js';
import { createStack, type Stack } from '../../support/stack.js';
import { contactOf, createDesk, openCase, type Desk } from '../cases/desk.js';

const NOON = '2026-11-18T18:00:00Z';

const act = (day: string, more: Partial<PressureAct> = {}): PressureAct => ({
  ...{
    receiptId: 1,
    at: `${day}T18:00:00Z`,
    day,
    minute: 720,
    channel: 'CALL',
    kind: 'ACT',
    relation: 'R01',
  },
  ...{ actor: null, loanId: null, taskId: null, counted: true, allowed: true, spoken: false },
  ...more,
});

describe('the days of a borrower', () => {
  it('are thirty, and count what took a slot by what it took', () => {
    const days = daysOf(
      [
        act('2026-11-18'),
        act('2026-11-18', { spoken: true }),
        act('2026-11-18', { channel: 'SMS' }),
        act('2026-11-18', { allowed: false, counted: false }),
        act('2026-11-18', { kind: 'INCOMING', counted: false }),
        act('2026-11-12'),
        act('2026-11-11'),
        act('2026-10-01'),
      ],
      '2026-11-18',
    );
    expect([days.length, days[0]!.day]).toEqual([30, '2026-10-20']);
    expect(days.at(-1)).toEqual({
      ...{ day: '2026-11-18', attempts: 2, attemptsWeek: 3, conversations: 1 },
      ...{ messages: 1, refused: 1, incoming: 1 },
    });
    expect(days.at(-2)).toMatchObject({ attempts: 0, attemptsWeek: 2 });
  });
});

describe('a borrower’s pressure', () => {
  let stack: Stack;
  let desk: Desk;
  beforeAll(async () => {
    stack = await createStack({ RECOUP_CLOCK_AT: NOON });
    desk = await createDesk();
  });
  afterAll(async () => {
    await desk.api.close();
    await stack.close();
  });

  it('is of all loans and channels, and tells of a loan only who sees it', async () => {
    const taskId = await openCase(desk, 'collector');
    const otherId = await openCase(desk, 'stranger');
    const contactId = await contactOf(desk, taskId);
    const [{ borrowerId }] = (await desk.api.rows(sql`
      SELECT borrower_id AS borrowerId FROM collection_case WHERE id = ${taskId}`)) as [
      { borrowerId: number },
    ];
    await desk.api.rows(sql`UPDATE collection_case SET borrower_id = ${borrowerId} WHERE id = ${otherId}`);
    const receipt = (id: number, caseId: number, channel: string, at: string) => {
      const [when, decision] = [new Date(at), '{}'];
      return desk.api.rows(sql`
        INSERT INTO contact_receipt (id, case_id, borrower_id, contact_id, channel, kind, slot, allowed, counted, policy_version,
          decision, free_before, free_after, free_spoken, at)
        VALUES (${id}, ${caseId}, ${borrowerId}, ${contactId}, ${channel}, 'ACT', 'ATTEMPT', 1, 1, 0, ${decision}, ${when},
          ${when}, ${when}, ${when})`);
    };
    await receipt(1, taskId, 'CALL', '2026-11-18T16:30:00Z');
    await receipt(2, otherId, 'SMS', '2026-11-17T16:30:00Z');
    await receipt(3, taskId, 'CALL', '2026-10-01T16:30:00Z');

    const { data } = await desk.as.collector.get<Pressure>(`guard/pressure/${taskId}`);
    expect(data.acts).toMatchObject([
      { receiptId: 1, day: '2026-11-18', minute: 630, channel: 'CALL', taskId },
      { receiptId: 2, day: '2026-11-17', channel: 'SMS', taskId: null, loanId: null, relation: 'R01' },
    ]);
    expect(data.limits).toMatchObject({ attemptsPerDay: 3, attemptsPerWeek: 7, messagesPerDay: 2 });
    expect(data.limits.legalTo).toBeGreaterThan(data.limits.legalFrom);
    expect(data.days.at(-1)).toMatchObject({ day: '2026-11-18', attempts: 1, attemptsWeek: 1 });
    const seen = (await desk.as.supervisor.get<Pressure>(`guard/pressure/${taskId}`)).data;
    expect(seen.acts[1]).toMatchObject({ taskId: otherId });
    expect((await desk.as.otherAdmin.get(`guard/pressure/${taskId}`)).code).toBe('21');
    expect((await desk.as.collector.get(`borrower/pressure/${taskId}`)).data).toEqual(data);
    expect((await desk.as.otherAdmin.get(`borrower/pressure/${taskId}`)).code).toBe('21');
  });

  it('tells when nobody was to contact the borrower', async () => {
    const taskId = await openCase(desk, 'collector');
    const hold = { taskId, kind: 'DISPUTE', note: 'Says it is paid' };
    expect((await desk.as.leader.post('contact/hold', hold)).code).toBe('00');
    const { data } = await desk.as.collector.get<Pressure>(`guard/pressure/${taskId}`);
    expect(data.holds).toMatchObject([{ kind: 'DISPUTE', channel: null, until: null }]);
  });
});
