import { describe, expect, it } from '@jest/globals';
import { creditOf } from '../../../server/domain/payments/payment.rules.js';

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
