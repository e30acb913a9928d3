import { describe, expect, it } from '@jest/globals';
import { grouped, leftOf, secondsUntil } from '../../../client/lib/countdown.js';
import { feeOf, percentOf } from '../../../client/features/repayment/fee.js';
import { feeOf as serverFeeOf } from '../../../server/domain/extensions/extension.rules.js';

describe('the time that is left', () => {
  it('is counted in whole seconds and never below none', () => {
    const now = Date.parse('2026-03-10T12:00:00Z');
    expect(secondsUntil('2026-03-10T12:02:00Z', now)).toBe(120);
    expect(secondsUntil('2026-03-10T12:00:00.200Z', now)).toBe(1);
    expect(secondsUntil('2026-03-10T11:59:00Z', now)).toBe(0);
    expect(secondsUntil(null, now)).toBe(0);
  });

  it.each([
    [59, 'minutes', 0, '59'],
    [125, 'minutes', 2, '05'],
    [3_600, 'hours', 1, '00'],
    [86_399, 'hours', 23, '59'],
    [90_000, 'days', 1, '1'],
  ] as const)('of %i seconds is said by two units', (seconds, key, major, minor) => {
    expect(leftOf(seconds)).toEqual({ key, values: { major, minor } });
  });

  it('and a reference is read out in fours', () => {
    expect(grouped('646180110400000007')).toBe('6461 8011 0400 0000 07');
    expect(grouped('••••0007')).toBe('••••0007');
  });
});

describe('an extension’s percentage', () => {
  it.each([
    ['10', 10, null],
    [' 12,5 ', 12.5, null],
    ['100', 100, null],
    ['100.01', 100.01, 'repayment:problem.percent-high'],
    ['250', 250, 'repayment:problem.percent-high'],
    ['0', 0, 'repayment:problem.percent'],
    ['', 0, 'repayment:problem.percent'],
    ['1.234', 0, 'repayment:problem.percent'],
    ['ten', 0, 'repayment:problem.percent'],
  ])('typed as %j is %d', (typed, value, problem) => {
    expect(percentOf(typed)).toEqual({ value, problem });
  });

  it('previews the fee that the server asks for', () => {
    for (const percent of [0.01, 0.29, 1.15, 7, 12.5, 33.33, 99.99, 100])
      for (const due of [1, 99, 100_001, 944_880, 123_456_789])
        expect({ [`${percent} % of ${due}`]: feeOf(percent, due) }).toEqual({
          [`${percent} % of ${due}`]: serverFeeOf(percent, due),
        });
  });
});
