import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

type Engine = 'mariadb' | 'mysql';
const { engineFor } = (await import(
  String(new URL('../../scripts/lib/services/engines.mjs', import.meta.url))
)) as { engineFor(dir: string, wanted?: Engine): Engine };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'recoup-engines-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe('a data folder', () => {
  it('begins with the engine that is asked for, else with MariaDB', () => {
    expect(engineFor(dir)).toBe('mariadb');
    expect(engineFor(dir, 'mysql')).toBe('mysql');
  });

  it.each([
    ['mariadb', 'mysql', /begun with MariaDB, and MySQL cannot read it: start without --mysql/],
    ['mysql', 'mariadb', /begun with MySQL, and MariaDB cannot read it: start with --mysql/],
  ] as const)('that was begun with %s goes on with it, and refuses %s', (begun, other, refusal) => {
    mkdirSync(join(dir, begun));
    expect(engineFor(dir)).toBe(begun);
    expect(engineFor(dir, begun)).toBe(begun);
    expect(() => engineFor(dir, other)).toThrow(refusal);
  });
});
