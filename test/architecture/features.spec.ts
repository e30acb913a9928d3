import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixture = fileURLToPath(new URL('./fixtures/nouns-form-no-cycle/', import.meta.url));

type Arrows = Map<string, Set<string>>;

/** The rooms of case-work with what each imports, features and domain together, from the lowest room to the highest. */
const CASE_WORK: Record<string, string[]> = {
  loans: ['cases', 'long-aging'],
  'score-cards': ['loans'],
  cases: ['loans', 'promises', 'requests', 'score-cards'],
  promises: ['cases'],
  requests: ['cases', 'promises', 'score-cards'],
  'long-aging': ['cases', 'loans', 'score-cards'],
};

/** Where each kind of file stands. STYLE.md says what each is for. */
const KINDS = {
  domain: ['entity', 'rules', 'sql', 'writes'],
  features: ['client', 'controller', 'csv', 'gateway', 'module', 'queries', 'reader', 'service'],
};

function filesIn(folder: string): string[] {
  const listed = readdirSync(folder, { recursive: true, withFileTypes: true });
  return listed
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => posix.relative(folder, posix.join(entry.parentPath, entry.name)));
}

/** Between the rooms that `roomOf` names; null: a file of none. */
function arrowsOf(folder: string, roomOf: (file: string) => string | null): Arrows {
  const arrows: Arrows = new Map();
  for (const file of filesIn(folder)) {
    const room = roomOf(file);
    if (room === null) continue;
    for (const { fileName } of ts.preProcessFile(readFileSync(posix.join(folder, file), 'utf8'))
      .importedFiles) {
      const other = fileName.startsWith('.') ? roomOf(posix.join(posix.dirname(file), fileName)) : null;
      if (other !== null && other !== room) arrows.set(room, (arrows.get(room) ?? new Set()).add(other));
    }
  }
  return arrows;
}

function reaches(arrows: Arrows, from: string, to: string, seen = new Set<string>()): boolean {
  return [...(arrows.get(from) ?? [])].some((next) => {
    if (next === to) return true;
    if (seen.has(next)) return false;
    seen.add(next);
    return reaches(arrows, next, to, seen);
  });
}

const circular = (arrows: Arrows) => [...arrows.keys()].filter((room) => reaches(arrows, room, room)).sort();
const nounOf = (floor: string) => (file: string) => new RegExp(`^${floor}/([^/]+)/`).exec(file)?.[1] ?? null;

describe.each(['domain', 'features'] as const)('server/%s', (floor) => {
  it('forms no cycle of nouns', () => {
    const arrows = arrowsOf(`${root}server`, nounOf(floor));
    expect(arrows.size).toBeGreaterThan(10);
    expect(circular(arrows)).toEqual([]);
  });

  it('has files of the kinds that STYLE.md names, and no others', () => {
    const files = filesIn(`${root}server/${floor}`);
    const kindOf = (file: string) => /\.(\w+)\.ts$/.exec(file)?.[1] ?? file;
    expect([...new Set(files.map(kindOf))].sort()).toEqual(KINDS[floor]);
    const style = readFileSync(`${root}STYLE.md`, 'utf8');
    expect(KINDS[floor].filter((kind) => !style.includes(`\`*.${kind}.ts\``))).toEqual([]);
  });
});

describe('a cycle between features', () => {
  it('is found where no file imports in a circle', () => {
    expect(circular(arrowsOf(`${fixture}server`, nounOf('features')))).toEqual(['cases', 'users']);
  });
});

describe('case-work', () => {
  const roomOf = (file: string) => {
    const room = /^(?:features\/case-work|domain)\/([^/]+)\//.exec(file)?.[1];
    return room !== undefined && room in CASE_WORK ? room : null;
  };

  it('has six rooms', () => {
    const rooms = readdirSync(`${root}server/features/case-work`, { withFileTypes: true });
    expect(rooms.every((entry) => entry.isDirectory())).toBe(true);
    expect(rooms.map(({ name }) => name).sort()).toEqual(Object.keys(CASE_WORK).sort());
  });

  it('has the arrows of the table between its rooms', () => {
    const arrows = arrowsOf(`${root}server`, roomOf);
    const found = Object.keys(CASE_WORK).map((room) => [room, [...(arrows.get(room) ?? [])].sort()]);
    expect(Object.fromEntries(found)).toEqual(CASE_WORK);
  });

  it('has at most four arrows that run back up', () => {
    const order = Object.keys(CASE_WORK);
    const back = order.flatMap((room, floor) =>
      CASE_WORK[room]!.filter((other) => order.indexOf(other) > floor).map((other) => `${room} -> ${other}`),
    );
    expect(back).toEqual(['loans -> cases', 'loans -> long-aging', 'cases -> promises', 'cases -> requests']);
  });
});
