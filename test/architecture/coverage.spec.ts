import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const HEAD = /^\|( asked for | what is defended |[ -]+\|)/;
const FOLDER = /^(client|server|workers|contract|docs|ops)\//;

/** The rows of a page's tables of three columns, each with what it names in code spans. */
const rowsOf = (file: string) =>
  text(file)
    .split('\n')
    .filter((line) => line.startsWith('|') && !HEAD.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .filter(({ length }) => length === 3)
    .map(([asked, met, shown]) => ({ asked: asked!.trim(), met: spans(met!), shown: spans(shown!) }));
const rows = rowsOf('docs/coverage.md');
const missingTests = (tests: readonly string[]) =>
  tests.filter((test) => !test.endsWith('.spec.ts') || !existsSync(`${root}test/${test}`));

function spans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span]) => span!);
}

describe('the table of what is asked for', () => {
  const calls = new Set(
    [...text('docs/calls.md').matchAll(/^\| (?:GET|POST) +\| `([^`]+)`/gm)].map(([, path]) => path),
  );
  const screens = new Set([
    '/login',
    '/case/list',
    ...[
      'router.tsx',
      'routes/call-routes.ts',
      'routes/monitoring-routes.ts',
      'routes/noun-routes.ts',
    ].flatMap((file) => [...text(`client/app/${file}`).matchAll(/path: '([^']+)'/g)].map(([, path]) => path)),
  ]);

  it('names calls, screens and files that exist', () => {
    const named = rows.flatMap(({ asked, met }) => [
      ...spans(asked).filter((span) => span.startsWith('/')),
      ...met,
    ]);
    const missing = named.filter((span) => {
      if (span.startsWith('/')) return !screens.has(span);
      return FOLDER.test(span) ? !existsSync(root + span) : !calls.has(span);
    });
    expect(missing).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(missingTests(rows.flatMap(({ shown }) => shown))).toEqual([]);
  });

  it('has a test for every line that is not left', () => {
    const bare = rows.filter(
      ({ met, shown, asked }) => !asked.includes('**left**') && (!met.length || !shown.length),
    );
    expect(bare.map(({ asked }) => asked)).toEqual([]);
  });
});

describe('the table of what is defended', () => {
  const defended = rowsOf('docs/security.md');

  it('names what keeps each line and what shows it, and both exist', () => {
    expect(defended.length).toBeGreaterThan(30);
    expect(defended.filter(({ met, shown }) => met.length === 0 || shown.length === 0)).toEqual([]);
    const kept = defended.flatMap(({ met }) => met);
    expect(kept.filter((path) => !FOLDER.test(path) || !existsSync(root + path))).toEqual([]);
    expect(missingTests(defended.flatMap(({ shown }) => shown))).toEqual([]);
  });

  it('leaves no test of security out', () => {
    const shown = new Set(defended.flatMap((line) => line.shown));
    const tests = readdirSync(`${root}test/security`).filter((file) => file.endsWith('.spec.ts'));
    expect(tests.filter((file) => !shown.has(`security/${file}`))).toEqual([]);
  });
});
