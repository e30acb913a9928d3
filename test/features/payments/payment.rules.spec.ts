import { describe, expect, it } from '@jest/globals';
import {
  creditOf,
  outstanding,
  spreadPayment,
  spreadReversal,
} from '../../../server/features/payments/payment.rules.js';

const row = (period: number, principal: number, paid = 0) => ({
  period,
  dueDate: `2026-01-${String(period).padStart(2, '0')}`,
  principal,
  interest: 0,
  penalty: 0,
  iva: 0,
  paid,
});

describe('the spread of a payment', () => {
  it('fills the oldest period first and says what is over', () => {
    expect(spreadPayment([row(2, 300), row(1, 100, 40)], 500)).toEqual({
      spread: [
        [1, 60],
        [2, 300],
      ],
      over: 140,
    });
  });

  it('never gives to a period that is paid', () => {
    expect(spreadPayment([row(1, 100, 100), row(2, 50)], 20)).toEqual({ spread: [[2, 20]], over: 0 });
  });

  it('for a whole long-aging case pays the oldest due first, whosever item it is', () => {
    const rows = [
      { ...row(1, 100), dueDate: '2026-02-01' },
      { ...row(1, 100), dueDate: '2026-01-01', other: 7 },
      { ...row(2, 100), dueDate: '2026-03-01', other: 7 },
    ];
    expect(spreadPayment(rows, 250, 'oldest').spread).toEqual([[1, 100, 7], [1, 100], [2, 50, 7]]); // prettier-ignore
    expect(spreadPayment(rows, 250).spread).toEqual([[1, 100], [1, 100, 7], [2, 50, 7]]); // prettier-ignore
  });

  it('is taken back from the newest period, part by part, exactly', () => {
    const plan = [row(1, 100), row(2, 300)];
    const { spread } = spreadPayment(plan, 250);
    const first = spreadReversal(spread, 0, 120);
    const second = spreadReversal(spread, 120, 130);
    expect(first).toEqual([[2, 120]]);
    expect(second).toEqual([
      [2, 30],
      [1, 100],
    ]);
    const back = [...first, ...second].reduce((sum, [, amount]) => sum + amount, 0);
    expect(back).toBe(250);
  });

  it('counts all four parts of a period as due', () => {
    expect(outstanding({ period: 1, principal: 100, interest: 20, penalty: 5, iva: 1, paid: 26 })).toBe(100);
  });
});

describe('the credit of a payment', () => {
  const now = new Date('2026-11-21T18:00:00Z');
  const moved = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  it.each([
    ['the owner', { ownerId: 1, movedAt: null }, undefined, 1],
    ['the owner, who holds the case for long', { ownerId: 1, movedAt: moved(25) }, { collectorId: 2 }, 1],
    [
      'who took the promise, when the case moved within a day',
      { ownerId: 1, movedAt: moved(23) },
      { collectorId: 2 },
      2,
    ],
    [
      'who took the promise, when nobody owns the case',
      { ownerId: null, movedAt: moved(90) },
      { collectorId: 2 },
      2,
    ],
    [
      'nobody, when nobody owns it and nothing was promised',
      { ownerId: null, movedAt: null },
      undefined,
      null,
    ],
  ])('goes to %s', (_, state, promise, expected) => {
    expect(creditOf(state, promise, now)).toBe(expected);
  });
});
