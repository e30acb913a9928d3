import { describe, expect, it } from '@jest/globals';
import { lockedUntil, plainName } from '../../../server/domain/session/login.rules.js';
import { isGuessable, isStrong } from '../../../server/platform/auth/passwords.js';

const start = Date.parse('2026-11-21T12:00:00Z');
const at = (minutes: number) => new Date(start + minutes * 60_000);
const failures = (...minutes: number[]) => minutes.map(at);

describe('the lock', () => {
  it('comes with the fifth failure in ten minutes and lasts ten minutes', () => {
    expect(lockedUntil(failures(0, 1, 2, 3), at(4))).toBeNull();
    expect(lockedUntil(failures(0, 1, 2, 3, 4), at(4))).toEqual(at(14));
    expect(lockedUntil(failures(0, 1, 2, 3, 4), at(13.9))).toEqual(at(14));
    expect(lockedUntil(failures(0, 1, 2, 3, 4), at(14))).toBeNull();
  });
  it('forgets failures that are older', () => {
    expect(lockedUntil(failures(0, 1, 2, 3, 10.5), at(11))).toBeNull();
    expect(lockedUntil(failures(0, 0.2, 2, 3, 10.5, 10.6), at(11))).toBeNull();
    expect(lockedUntil(failures(0, 8, 8, 8, 9, 9.5), at(11))).toEqual(at(19));
  });
  it('counts from zero once it is over', () => {
    expect(lockedUntil(failures(0, 1, 2, 3, 4, 15, 16), at(16))).toBeNull();
    expect(lockedUntil(failures(0, 1, 2, 3, 4, 15, 15, 15, 15, 16), at(16))).toEqual(at(26));
  });
});

describe('a name that nobody has', () => {
  it('is one in all spellings that the database takes for one', () => {
    expect(plainName(' José.Nadie ')).toBe(plainName('jose.nadie'));
    expect(plainName('jose.nadie')).not.toBe(plainName('jose.nadia'));
  });
});

describe('a password', () => {
  it('has 8 to 64 characters, both cases and a digit', () => {
    for (const good of ['Abcdefg1', 'ÑandúVeloz9', `aA1${'x'.repeat(61)}`]) expect(isStrong(good)).toBe(true);
    for (const bad of ['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', `aA1${'x'.repeat(62)}`]) {
      expect(isStrong(bad)).toBe(false);
    }
  });

  it.each(['Password1', 'P4ssw0rd!', 'Qwerty123', '2026Bienvenido', 'Contraseña9', 'Abcdefg1', 'Aaaa1111', 'Octubre2026',
    'Maria.garcia1', 'Garcia2026', 'xMariaGarcia9'])('like %s is guessable for maria.garcia', (password) => {
    expect(isGuessable(password, 'maria.garcia')).toBe(true);
  }); // prettier-ignore

  it.each(['Correct-horse-7', 'Own-choice-9', 'Lluvia-sobre-Puebla-4', 'Recoup-2026'])('like %s is not', (password) => {
    expect(isGuessable(password, 'maria.garcia')).toBe(false);
  }); // prettier-ignore
});
