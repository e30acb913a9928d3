import { describe, expect, it } from '@jest/globals';
import {
  afterSpread,
  balanceOf,
  claimedOf,
  isDue,
  loanStatusOf,
  mayFollow,
  newClaimOf,
  oldestClaimed,
  reversedParts,
  spreadPayment,
  spreadReversal,
  statusesAfter,
  unpaidOf,
  unpaidPrincipalOf,
  type PlanRowState,
} from '../../../server/domain/loans/due.rules.js';
import { Random } from '../../../server/seeds/generators/random.js';

const today = '2026-11-22';
const row = (period: number, principal: number, more: Partial<PlanRowState> = {}): PlanRowState => ({
  ...{ period, principal, dueDate: `2026-01-${String(period).padStart(2, '0')}` },
  ...{ interest: 0, penalty: 0, iva: 0, paid: 0, claimed: 1 },
  ...more,
});

describe('what is due', () => {
  it('counts all four parts of a row', () => {
    expect(unpaidOf({ principal: 100, interest: 20, penalty: 5, iva: 1, paid: 26 })).toBe(100);
  });

  it('pays the principal of a row last', () => {
    const parts = { principal: 100, interest: 20, penalty: 5, iva: 1 };
    expect([0, 26, 27, 126, 130].map((paid) => unpaidPrincipalOf({ ...parts, paid }))).toEqual([
      100, 100, 99, 0, 0,
    ]);
  });

  it.each([
    ['yesterday', '2026-11-21', 0, true],
    ['today', '2026-11-22', 0, true],
    ['tomorrow', '2026-11-23', 0, false],
    ['tomorrow, of an accelerated loan', '2026-11-23', 1, true],
  ])('a row of %s', (_name, dueDate, claimed, due) => {
    expect(isDue({ dueDate, claimed }, today)).toBe(due);
  });

  it('is counted from the oldest row that is claimed and unpaid', () => {
    const rows = [row(1, 100, { paid: 100 }), row(3, 100), row(2, 100, { claimed: 0 })];
    expect(oldestClaimed(rows)).toBe('2026-01-03');
    expect(oldestClaimed([row(1, 100, { paid: 100 })])).toBeNull();
  });

  it('opens a case only for a row that is overdue, and claims with it what falls due today', () => {
    const due = [row(1, 70, { dueDate: today }), row(2, 90, { dueDate: '2026-11-23' })];
    expect(newClaimOf(due, today)).toBeNull();
    expect(newClaimOf([...due, row(0, 40, { dueDate: '2026-11-21' })], today)).toEqual({
      amountDue: 110,
      dueDate: '2026-11-21',
    });
  });

  it.each([
    ['C00', null, false],
    ['C30', null, false],
    ['C30', 7, true],
    ['C31', null, true],
    ['C32', null, true],
    ['C40', null, false],
    ['C50', null, false],
  ] as const)('a next case after %s (ended in another: %s)', (status, mergedInto, may) => {
    expect(mayFollow({ status, mergedInto })).toBe(may);
    expect(mayFollow(undefined)).toBe(true);
  });

  it('leaves a loan running when only later rows are left', () => {
    expect(loanStatusOf([row(1, 10)], today)).toBe(40);
    expect(loanStatusOf([row(1, 10, { paid: 10 }), row(2, 10, { dueDate: today })], today)).toBe(21);
    expect(loanStatusOf([row(1, 10, { paid: 10 })], today)).toBe(50);
  });
});

describe('the spread of a payment', () => {
  it('fills the oldest due row first, then later rows, and says what is over', () => {
    const plan = [row(3, 50, { claimed: 0 }), row(2, 300), row(1, 100, { paid: 40 })];
    expect(spreadPayment(plan, 500)).toEqual({
      spread: [[1, 60], [2, 300], [3, 50]],
      towardsDue: 360,
      receivable: 0,
      prepaid: 50,
      over: 90,
    }); // prettier-ignore
  });

  it('closes the receivable after what is due and before later rows', () => {
    const plan = [row(1, 100), row(2, 300, { claimed: 0 })];
    expect(spreadPayment(plan, 100, 'named', 70)).toMatchObject({ towardsDue: 100, receivable: 0 });
    expect(spreadPayment(plan, 500, 'named', 70)).toMatchObject({ receivable: 70, prepaid: 300, over: 30 });
  });

  it('never gives to a row that is paid', () => {
    expect(spreadPayment([row(1, 100, { paid: 100 }), row(2, 50)], 20).spread).toEqual([[2, 20]]);
  });

  it('of a whole long-aging case pays the oldest due first, whosever item it is', () => {
    const rows = [
      row(1, 100, { dueDate: '2026-02-01' }),
      row(1, 100, { dueDate: '2026-01-01', other: 7 }),
      row(2, 100, { dueDate: '2026-03-01', other: 7 }),
    ];
    expect(spreadPayment(rows, 250, 'oldest').spread).toEqual([[1, 100, 7], [1, 100], [2, 50, 7]]); // prettier-ignore
    expect(spreadPayment(rows, 250).spread).toEqual([[1, 100], [1, 100, 7], [2, 50, 7]]); // prettier-ignore
  });

  it('pays all that is due of a long-aging case before a later row of the item that it names', () => {
    const rows = [row(1, 100), row(2, 100, { claimed: 0 }), row(1, 100, { other: 7 })];
    expect(spreadPayment(rows, 250).spread).toEqual([[1, 100], [1, 100, 7], [2, 50]]); // prettier-ignore
  });

  it('is taken back from what it put last, part by part, exactly', () => {
    const { spread } = spreadPayment([row(1, 100), row(2, 300)], 250);
    const first = spreadReversal(spread, 0, 120);
    const second = spreadReversal(spread, 120, 130);
    expect(first).toEqual([[2, 120]]);
    expect(second).toEqual([[2, 30], [1, 100]]); // prettier-ignore
  });

  it('tells which loan items are settled, running and overdue after it', () => {
    const rows = [
      ...[row(1, 100), row(2, 100, { claimed: 0, dueDate: '2027-01-01' })],
      ...[row(1, 80, { other: 7 }), row(1, 90, { other: 9 })],
    ];
    const { spread } = spreadPayment(rows, 200);
    expect([...statusesAfter(afterSpread(rows, spread, 1), spread, 3, today)]).toEqual([[21, [3]], [50, [7]], [40, [9]]]); // prettier-ignore
  });
});

it('takes back first what was over, then what was paid in advance, then what paid the due', () => {
  const paid = { amount: 140, towardsDue: 100, prepaid: 30 };
  expect(reversedParts(paid, 0, 30)).toEqual({ towardsDue: 0, prepaid: 20 });
  expect(reversedParts(paid, 30, 50)).toEqual({ towardsDue: 40, prepaid: 10 });
  expect(reversedParts(paid, 80, 60)).toEqual({ towardsDue: 60, prepaid: 0 });
});

describe('of any plan', () => {
  const plans = Array.from({ length: 60 }, (_, seed) => {
    const random = new Random(140, seed);
    const rows = Array.from({ length: random.between(1, 8) }, (__, index) =>
      row(index + 1, random.between(0, 500), {
        ...{ interest: random.between(0, 60), penalty: random.between(0, 40), iva: random.between(0, 9) },
        claimed: random.between(0, 1),
        other: random.chance(0.4) ? 7 : null,
        dueDate: `2026-0${random.between(1, 9)}-0${random.between(1, 9)}`,
      }),
    );
    return { seed, rows, amount: random.between(1, 3_000), second: random.between(1, 3_000) };
  });

  it.each(plans)('no centavo vanishes, and the due is paid first (plan $seed)', ({ rows, amount }) => {
    for (const order of ['named', 'oldest'] as const) {
      const { spread, towardsDue, prepaid, over } = spreadPayment(rows, amount, order);
      const after = afterSpread(rows, spread, 1);
      expect(towardsDue + prepaid + over).toBe(amount);
      expect(spread.reduce((sum, [, part]) => sum + part, 0)).toBe(towardsDue + prepaid);
      expect(balanceOf(after)).toBe(balanceOf(rows) - towardsDue - prepaid);
      expect(claimedOf(after)).toBe(claimedOf(rows) - towardsDue);
      expect(towardsDue).toBe(Math.min(amount, claimedOf(rows)));
      expect(over).toBe(Math.max(0, amount - balanceOf(rows)));
    }
  });

  it.each(plans)('two payments leave what one of both leaves (plan $seed)', ({ rows, amount, second }) => {
    const once = afterSpread(rows, spreadPayment(rows, amount + second, 'oldest').spread, 1);
    const first = afterSpread(rows, spreadPayment(rows, amount, 'oldest').spread, 1);
    expect(afterSpread(first, spreadPayment(first, second, 'oldest').spread, 1)).toEqual(once);
  });

  it.each(plans)('a payment taken back in parts leaves what was there (plan $seed)', (plan) => {
    const { rows, amount, second } = plan;
    const paid = spreadPayment(rows, amount);
    const cut = second % (amount + 1);
    let after = afterSpread(rows, paid.spread, 1);
    const parts = [0, 0];
    for (const [from, part] of [[0, cut], [cut, amount - cut]] as const) {
      after = afterSpread(after, spreadReversal(paid.spread, from, part), -1);
      const { towardsDue, prepaid } = reversedParts({ ...paid, amount }, from, part);
      parts[0]! += towardsDue;
      parts[1]! += prepaid;
    } // prettier-ignore
    expect(after).toEqual(rows);
    expect(parts).toEqual([paid.towardsDue, paid.prepaid]);
  });
});
