import { describe, expect, it } from '@jest/globals';
import { CODE_STATUSES } from '../../../contract/money/repayment-codes.js';
import { clabeOf, luhnDigit } from '../../../sandbox/clabe.js';
import {
  amountOf,
  checkCoolDown,
  CODE_TRANSITIONS,
  codeExpiry,
  hasLuhnDigit,
  isClabe,
  isGenuine,
  isLive,
  mayBecome,
  maximumOf,
  refreshedWish,
  typeOf,
} from '../../../server/domain/repayment-codes/repayment-code.rules.js';

/** A small generator of its own, so that a failure can be repeated. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
}

describe('a CLABE', () => {
  it.each(['002010077777777771', '032180000118359719', '646180110400000007'])('%s is one', (clabe) => {
    expect(isClabe(clabe)).toBe(true);
  });

  it('is told from itself with any one digit changed, and from two neighbours of different weight swapped', () => {
    const next = numbers(7);
    for (let round = 0; round < 300; round++) {
      const clabe = clabeOf(next());
      expect({ [clabe]: isClabe(clabe) }).toEqual({ [clabe]: true });
      const place = next() % 18;
      const digit = (Number(clabe[place]) + 1 + (next() % 9)) % 10;
      const wrong = clabe.slice(0, place) + digit + clabe.slice(place + 1);
      expect({ [`${clabe} -> ${wrong}`]: isClabe(wrong) }).toEqual({ [`${clabe} -> ${wrong}`]: false });
    }
  });

  it.each(['', '00201007777777777', '0020100777777777711', '00201007777777777x', ' 02010077777777771'])(
    '%j is none',
    (text) => {
      expect(isClabe(text)).toBe(false);
    },
  );
});

describe('what a provider gave out', () => {
  const reference = `9800000000012${luhnDigit('9800000000012')}`;
  const scanned = `${reference}2611270050000`;
  const barcode = scanned + luhnDigit(scanned);

  it('is believed when every digit agrees', () => {
    expect(hasLuhnDigit(reference)).toBe(true);
    expect(isGenuine('OXXO', 50_000, { reference, barcode })).toBe(true);
    expect(isGenuine('SPEI', 50_000, { reference: clabeOf(12), barcode: null })).toBe(true);
  });

  it('is refused with a wrong digit, another amount, another reference in the bars, or of the other channel', () => {
    const wrong = (text: string) => text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10);
    expect(isGenuine('SPEI', 1, { reference: wrong(clabeOf(12)), barcode: null })).toBe(false);
    expect(isGenuine('OXXO', 50_000, { reference: wrong(reference), barcode })).toBe(false);
    expect(isGenuine('OXXO', 50_000, { reference, barcode: wrong(barcode) })).toBe(false);
    expect(isGenuine('OXXO', 50_001, { reference, barcode })).toBe(false);
    expect(isGenuine('OXXO', 50_000, { reference, barcode: null })).toBe(false);
    expect(isGenuine('SPEI', 50_000, { reference, barcode: null })).toBe(false);
    expect(isGenuine('OXXO', 50_000, { reference: clabeOf(12), barcode })).toBe(false);
  });
});

describe('the life of a code', () => {
  it('has no step back, and an end that only late money leaves', () => {
    for (const from of CODE_STATUSES) {
      expect(mayBecome(from, 'REQUESTED')).toBe(false);
      if (!isLive(from)) expect(CODE_TRANSITIONS[from].every((to) => to === 'PAID')).toBe(true);
    }
    expect(mayBecome('ACTIVE', 'FAILED')).toBe(false);
    expect(mayBecome('FAILED', 'ACTIVE')).toBe(false);
  });

  it('ends with the third business day in Mexico City', () => {
    expect(codeExpiry(new Date('2026-03-03T03:00:00Z')).toISOString()).toBe('2026-03-05T06:00:00.000Z');
  });

  it('cools down for 120 seconds', () => {
    const at = new Date('2026-03-03T12:00:00Z');
    const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000);
    const refusal = (seconds: number) => {
      try {
        checkCoolDown([{ requestedAt: at }, { requestedAt: after(-500) }], after(seconds));
        return null;
      } catch (error) {
        return (error as { params: object }).params;
      }
    };
    expect(refusal(0)).toEqual({ seconds: 120 });
    expect(refusal(119.2)).toEqual({ seconds: 1 });
    expect(refusal(120)).toBeNull();
    expect(() => checkCoolDown([], at)).not.toThrow();
  });
});

describe('what a code asks for', () => {
  it('is the whole due, or strictly less', () => {
    expect(amountOf('SPEI', null, 100_000)).toBe(100_000);
    expect(amountOf('SPEI', 99_999, 100_000)).toBe(99_999);
    expect(() => amountOf('SPEI', 100_000, 100_000)).toThrow('repaymentCode.amount');
  });

  it('is at most what a till takes', () => {
    expect(amountOf('OXXO', 1_000_000, 2_000_000)).toBe(1_000_000);
    expect(() => amountOf('OXXO', null, 1_000_001)).toThrow('repaymentCode.channelLimit');
    expect(maximumOf('OXXO', 2_000_000)).toBe(1_000_000);
    expect(maximumOf('SPEI', 2_000_000)).toBe(2_000_000);
  });

  it('stays a chosen part when it is refreshed, while that is still a part', () => {
    expect(refreshedWish({ custom: 1, amount: 500 }, 501)).toBe(500);
    expect(refreshedWish({ custom: 1, amount: 500 }, 500)).toBeNull();
    expect(refreshedWish({ custom: 0, amount: 500 }, 900)).toBeNull();
    expect([typeOf('DUE', 0), typeOf('DUE', 1), typeOf('EXTENSION', 0)]).toEqual([
      'FULL',
      'CUSTOM',
      'EXTENSION',
    ]);
  });
});
