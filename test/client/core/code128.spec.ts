import { describe, expect, it } from '@jest/globals';
import { code128Modules } from '../../../client/features/repayment/code128.js';

/** Reads a code symbol by symbol, as a till does: eleven modules each, and thirteen of the stop. */
function symbolsOf(digits: string): string[] {
  return code128Modules(digits).slice(0, -13).match(/.{11}/g)!;
}

/** Values of the symbols of set C, learnt from codes of one pair each. */
const VALUES = new Map(
  Array.from({ length: 100 }, (_, value) => [symbolsOf(String(value).padStart(2, '0'))[1]!, value]),
);

describe('a Code 128', () => {
  it('has the check symbol of the standard', () => {
    // 105 + 12 * 1 + 34 * 2 + 56 * 3 = 353, and 353 modulo 103 is 44.
    expect(
      symbolsOf('123456')
        .slice(1)
        .map((symbol) => VALUES.get(symbol)),
    ).toEqual([12, 34, 56, 44]);
    // 105 + 0 * 1 = 105, and 105 modulo 103 is 2.
    expect(
      symbolsOf('00')
        .slice(1)
        .map((symbol) => VALUES.get(symbol)),
    ).toEqual([0, 2]);
  });

  it('begins with the start of set C and ends with the stop, as they are drawn in the standard', () => {
    const modules = code128Modules('42');
    expect(modules.slice(0, 11)).toBe('11010011100');
    expect(modules.slice(-13)).toBe('1100011101011');
  });

  it('has a pattern of its own for every symbol: eleven modules, three bars of an even sum', () => {
    expect(VALUES.size).toBe(100);
    for (const symbol of VALUES.keys()) {
      expect(symbol).toMatch(/^1.*0$/);
      expect(symbol.match(/1+/g)).toHaveLength(3);
      expect(symbol.match(/0+/g)).toHaveLength(3);
      expect((symbol.match(/1/g) ?? []).length % 2).toBe(0);
    }
  });

  it('is as long as its digits need', () => {
    const digits = '98000000000124261127005000001234';
    expect(code128Modules(digits)).toHaveLength(11 * (digits.length / 2 + 2) + 13);
  });

  it('refuses a text without a symbol', () => {
    expect(() => code128Modules('')).toThrow();
  });
});
