import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { addDays, daysBetween } from '../../../contract/shared/date.js';
import { parseLoanRow, totalOf, type LoanRow } from '../../../server/domain/imports/loan-row.rules.js';
import { organisation, QUEUES } from '../../../server/seeds/generators/organisation.js';
import { HISTORY_DAYS, portfolioPlan, portfolioRows } from '../../../server/seeds/generators/portfolio.js';

const TODAY = '2026-11-21';
const SIZE = { collectors: 60, leaders: 6 };

function allRows(seed: number, cases: number) {
  const plan = portfolioPlan(seed, cases, TODAY, organisation(seed, SIZE));
  return Array.from({ length: HISTORY_DAYS + 1 }, (_, back) => [
    ...portfolioRows(plan, addDays(TODAY, -back)),
  ]).flat();
}
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

describe('the synthetic portfolio', () => {
  it('is the same for the same seed and another for another', () => {
    expect(hashOf(allRows(1, 400))).toBe(hashOf(allRows(1, 400)));
    expect(hashOf(allRows(1, 400))).not.toBe(hashOf(allRows(2, 400)));
  });

  it('passes the intake row by row, as the loans asked for', () => {
    const parsed = allRows(2026, 1_000).map(parseLoanRow);
    expect(parsed.filter((row) => 'errors' in row)).toEqual([]);
    expect(new Set((parsed as LoanRow[]).map((row) => row.loanItemExternalId)).size).toBe(1_000);
  });

  it('has plausible amounts, and days past due within the queue', () => {
    const rows = allRows(2026, 1_000).map(parseLoanRow) as LoanRow[];
    const loans = new Map<string, LoanRow[]>();
    for (const row of rows)
      loans.set(row.loanItemExternalId, [...(loans.get(row.loanItemExternalId) ?? []), row]);
    for (const periods of loans.values()) {
      const { contractAmount, queueCode } = periods[0]!;
      expect(contractAmount).toBeGreaterThanOrEqual(50_000);
      expect(contractAmount).toBeLessThanOrEqual(1_500_000);
      expect(periods.reduce((sum, row) => sum + row.principal, 0)).toBe(contractAmount);
      const unpaid = periods.filter((row) => row.paidAmount < totalOf(row)).map((row) => row.dueDate);
      const dpd = daysBetween(unpaid.sort()[0]!, TODAY);
      const queue = QUEUES.find(({ code }) => code === queueCode)!;
      expect(dpd).toBeGreaterThanOrEqual(queue.minDpd);
      expect(dpd).toBeLessThanOrEqual(queue.maxDpd);
    }
  });

  it('names numbers that can be nobody\u2019s', () => {
    for (const { cells } of allRows(3, 200)) {
      expect(cells['phone']).toMatch(/^\+52(\d\d0\d{7}|\d{3}0\d{6})$/);
      expect(cells['identityNumber']).toMatch(/^[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d$/);
    }
  });
});

describe('the people of the demo', () => {
  it('have one leader a group, a supervisor an institution, two administrators and names of their own', () => {
    const { people, groups } = organisation(2026, SIZE);
    const count = (role: string) => people.filter((person) => person.role === role).length;
    expect([count('member'), count('leader'), count('supervisor'), count('admin')]).toEqual([60, 6, 3, 2]);
    expect(new Set(people.map((person) => person.username)).size).toBe(people.length);
    expect(groups).toHaveLength(6);
    const first = (role: string) => people.find((person) => person.role === role)!;
    expect(first('member').username).toBe('maria.garcia');
    expect(first('leader').group).toBe(first('member').group);
    expect(new Set(people.flatMap((person) => person.queue ?? [])).size).toBe(QUEUES.length);
  });
});
