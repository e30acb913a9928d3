import { describe, expect, it } from '@jest/globals';
import { lockedUntil, waitSeconds } from '../../../server/features/session/login.rules.js';
import { isStrong } from '../../../server/platform/auth/passwords.js';

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

describe('a busy address', () => {
  it('waits longer and longer after a hundred failures, never longer than half a minute', () => {
    expect(waitSeconds(100, at(0), at(0))).toBe(0);
    expect(waitSeconds(101, at(0), at(0))).toBe(1);
    expect(waitSeconds(111, at(0), at(0))).toBe(2);
    expect(waitSeconds(131, at(0), at(0))).toBe(8);
    expect(waitSeconds(9_999, at(0), at(0))).toBe(30);
    expect(waitSeconds(9_999, at(0), at(0.5))).toBe(0);
  });
});

describe('a password', () => {
  it('has 8 to 64 characters, both cases and a digit', () => {
    for (const good of ['Abcdefg1', 'ÑandúVeloz9', `aA1${'x'.repeat(61)}`]) expect(isStrong(good)).toBe(true);
    for (const bad of ['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', `aA1${'x'.repeat(62)}`]) {
      expect(isStrong(bad)).toBe(false);
    }
  });
});
