import { createHash, randomInt } from 'node:crypto';

/** Without those that are read as one another: I and 1, O and 0. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP = 5;

/** 100 random bits, "KX7QF-…": no guess finds one, so that a plain hash keeps it safe. */
export function newCode(): string {
  const group = () => Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** However it was typed: in small letters, without hyphens. */
export function hashOfCode(code: string): Buffer {
  return createHash('sha256').update(code.replace(/[\s-]/g, '').toUpperCase()).digest();
}
