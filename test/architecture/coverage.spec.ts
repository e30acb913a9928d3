import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (file: string): string => readFileSync(`${root}${file}`, 'utf8');
const HEAD = /^\|( asked for |[ -]+\|)/;
const FOLDER = /^(client|server|workers|contract|docs|ops)\//;

/** The rows of docs/coverage.md, each with what it names in code spans. */
const rows = text('docs/coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('|') && !HEAD.test(line))
  .map((line) => line.split('|').slice(1, -1))
  .map(([asked, met, shown]) => ({ asked: asked!.trim(), met: spans(met!), shown: spans(shown!) }));

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
    ...['router.tsx', 'call-screens.ts', 'monitoring-screens.ts'].flatMap((file) =>
      [...text(`client/app/${file}`).matchAll(/path: '([^']+)'/g)].map(([, path]) => path),
    ),
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
    const tests = rows.flatMap(({ shown }) => shown);
    expect(tests.filter((test) => !test.endsWith('.spec.ts') || !existsSync(`${root}test/${test}`))).toEqual(
      [],
    );
  });

  it('has a test for every line that is not left', () => {
    const bare = rows.filter(
      ({ met, shown, asked }) => !asked.includes('**left**') && (!met.length || !shown.length),
    );
    expect(bare.map(({ asked }) => asked)).toEqual([]);
  });
});
