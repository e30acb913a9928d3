import { describe, expect, it } from 'vitest';
import { code128Bars, code128Symbols } from '../../client/lib/code128.js';

/** Reads a code back from its bars alone, as a till does: symbol by symbol of eleven modules, the check symbol last. */
function scan(digits: string): { symbols: string[]; modules: string } {
  const { bars, width } = code128Bars(digits);
  const modules = new Array<string>(width).fill('0');
  for (const bar of bars) modules.fill('1', bar.x, bar.x + bar.width);
  const text = modules.join('');
  return { symbols: text.slice(0, -13).match(/.{11}/g) ?? [], modules: text };
}

describe('a Code 128', () => {
  it('has the check symbol of the standard', () => {
    // 105 + 12 * 1 + 34 * 2 + 56 * 3 = 353, and 353 modulo 103 is 44.
    expect(code128Symbols('123456')).toEqual([105, 12, 34, 56, 44, 106]);
    expect(code128Symbols('00')).toEqual([105, 0, 2, 106]);
    // A last single digit is of set B: 105 + 12 * 1 + 100 * 2 + 19 * 3 = 374, and 374 modulo 103 is 65.
    expect(code128Symbols('123')).toEqual([105, 12, 100, 19, 65, 106]);
  });

  it('begins with the start of set C and ends with the stop, as they are drawn in the standard', () => {
    const { modules } = scan('42');
    expect(modules.slice(0, 11)).toBe('11010011100');
    expect(modules.slice(-13)).toBe('1100011101011');
  });

  it('has a pattern of its own for every symbol: eleven modules, three bars of an even sum', () => {
    const patterns = new Map<string, number>();
    for (let value = 0; value < 100; value++) {
      const [, symbol] = scan(String(value).padStart(2, '0')).symbols;
      patterns.set(symbol!, value);
      expect(symbol).toMatch(/^1.*0$/);
      expect(symbol!.match(/1+/g)).toHaveLength(3);
      expect(symbol!.match(/0+/g)).toHaveLength(3);
      expect((symbol!.match(/1/g) ?? []).length % 2).toBe(0);
    }
    expect(patterns.size).toBe(100);
  });

  it('is as long as its digits need', () => {
    const digits = '98000000000124261127005000001234';
    const { bars, width } = code128Bars(digits);
    expect(width).toBe(11 * (digits.length / 2 + 2) + 13);
    expect(bars).toHaveLength(3 * (digits.length / 2 + 2) + 4);
  });

  it.each(['', '1', '12a4', ' 12'])('refuses %j', (text) => {
    expect(() => code128Bars(text)).toThrow();
  });
});
