import { describe, expect, it } from '@jest/globals';
import { clabeCheckDigit, clabeOf, isClabe, luhnDigit } from '../../sandbox/clabe.js';

describe('CLABE', () => {
  it('has the check digit of published examples', () => {
    expect(clabeCheckDigit('03218000011835971')).toBe(9);
    expect(clabeCheckDigit('00201007777777777')).toBe(1);
  });

  it('is 18 digits that check, for every account', () => {
    for (const account of [0, 1, 42, 99_999_999_999]) expect(isClabe(clabeOf(account))).toBe(true);
  });

  it('notices one wrong digit', () => {
    const clabe = clabeOf(123_456);
    for (let place = 0; place < 18; place++) {
      const digit = (Number(clabe[place]) + 1) % 10;
      expect(isClabe(clabe.slice(0, place) + digit + clabe.slice(place + 1))).toBe(false);
    }
  });

  it('refuses what is no CLABE', () => {
    expect(isClabe('12345')).toBe(false);
    expect(() => clabeCheckDigit('12')).toThrow();
  });

  it('ends an OXXO reference by Luhn', () => {
    expect(luhnDigit('7992739871')).toBe(3);
  });
});
