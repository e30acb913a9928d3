import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

type Engine = 'mariadb' | 'mysql';
const { engineFor } = (await import(
  String(new URL('../../scripts/lib/services/engines.mjs', import.meta.url))
)) as { engineFor(dir: string, wanted?: Engine): Engine };
const { findPrograms } = (await import(
  String(new URL('../../scripts/lib/services/binaries.mjs', import.meta.url))
)) as { findPrograms(engine: Engine): { origin: string; database: { server: string[] } } | undefined };

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

describe('MySQL on the machine', () => {
  const before = { PATH: process.env['PATH'], RECOUP_RUNTIME: process.env['RECOUP_RUNTIME'] };
  afterEach(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  const put = (name: string, version: string) =>
    writeFileSync(join(dir, name), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 });
  const found = (version: string) => {
    put('mysqld', version);
    put('redis-server', 'Redis server v=7.0.15');
    process.env['PATH'] = `${dir}${delimiter}${before.PATH}`;
    delete process.env['RECOUP_RUNTIME'];
    const { origin, database } = findPrograms('mysql') ?? {};
    return origin === 'system' ? database!.server : [];
  };

  it.each(['mysqld  Ver 9.7.4 for Linux on x86_64', 'mysqld  Ver 8.4.0 for Linux on x86_64'])(
    'is taken: %s',
    (version) => expect(found(version)).toEqual([join(dir, 'mysqld')]),
  );

  it.each([
    'mysqld  Ver 8.0.40 for Linux on x86_64',
    'mysqld  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu',
  ])('is left alone when it is older, or is MariaDB by the name that both have: %s', (version) =>
    expect(found(version)).toEqual([]),
  );
});
