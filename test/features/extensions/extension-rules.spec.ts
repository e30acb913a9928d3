import { describe, expect, it } from '@jest/globals';
import { feeOf, isFee, mayBecome, shiftOf } from '../../../server/domain/extensions/extension.rules.js';

describe('the rules of an extension', () => {
  it.each([
    [10, 100_000, 10_000],
    [12.5, 100_001, 12_500],
    [0.01, 1_000, 1],
    [100, 99_999, 99_999],
  ])('%d %% of %i is %i', (percent, due, fee) => {
    expect(feeOf(percent, due)).toBe(fee);
  });

  it.each([
    [100.01, 'extension.percent'],
    [250, 'extension.percent'],
    [0, 'extension.percentLow'],
    [-1, 'extension.percentLow'],
    [1.234, 'extension.percentLow'],
  ])('%d %% is refused as %s', (percent, key) => {
    expect(() => feeOf(percent, 100_000)).toThrow(key);
  });

  it('move the plan so that the oldest unpaid period is due again after its days', () => {
    const paidAt = new Date('2026-03-10T18:00:00Z');
    expect(shiftOf(['2026-03-20', '2026-02-20'], paidAt, 7)).toEqual({
      shiftDays: 25,
      newDueDate: '2026-03-17',
    });
    expect(shiftOf(['2026-04-01'], paidAt, 7)).toEqual({ shiftDays: 7, newDueDate: '2026-04-08' });
  });

  it('know the fee from other money', () => {
    const expiresAt = new Date('2026-03-12T06:00:00Z');
    const offer = {
      ...{ id: 1, caseId: 5, status: 'REQUESTED' as const, fee: 1_000, days: 7, expiresAt },
      shiftDays: null,
    };
    const state = { caseId: 5, status: 'C10' as const, due: 10_000 };
    const valueAt = new Date('2026-03-12T05:59:59Z');
    const fee = { amount: 1_000, valueAt };
    expect(isFee(offer, fee, state)).toBe(true);
    expect(isFee({ ...offer, status: 'EXPIRED' }, fee, state)).toBe(true);
    expect(isFee(offer, { ...fee, amount: 10_999 }, state)).toBe(true);
    expect(isFee(offer, { ...fee, amount: 11_000 }, state)).toBe(false);
    expect(isFee(offer, { ...fee, amount: 999 }, state)).toBe(false);
    expect(isFee(offer, { ...fee, valueAt: new Date('2026-03-12T06:00:01Z') }, state)).toBe(false);
    expect(isFee(offer, fee, { ...state, status: 'C31' })).toBe(false);
    expect(isFee(offer, fee, { ...state, caseId: 6 })).toBe(false);
    expect(isFee({ ...offer, status: 'CANCELLED' }, fee, state)).toBe(false);
    expect(mayBecome('APPLIED', 'CANCELLED')).toBe(false);
  });
});
