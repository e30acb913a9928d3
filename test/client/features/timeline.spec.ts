import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { EVENTS } from '../../../contract/events.js';
import { MONEY_EVENTS } from '../../../contract/money-events.js';
import { fromField, toField } from '../../../client/features/timeline/moments.js';
import { visits } from '../../../client/features/timeline/visits.js';
import type { TimelineEntry } from '../../../contract/timeline.js';

type Tree = { [key: string]: string | Tree };

/** What a timeline may show: the events whose payload names a case, and money's, whose row names it. */
const names = Object.entries(EVENTS)
  .filter(([, schema]) => 'caseId' in (z.toJSONSchema(schema).properties ?? {}))
  .map(([name]) => name)
  .concat(Object.keys(MONEY_EVENTS));

it.each(['cn', 'en', 'es'])('every event of a case has a word in %s', (language) => {
  const file = join(import.meta.dirname, `../../../client/i18n/${language}/timeline.json`);
  const words = JSON.parse(readFileSync(file, 'utf8')) as { event: Tree };
  const known = Object.entries(words.event).flatMap(([noun, verbs]) =>
    Object.keys(verbs).map((verb) => `${noun}.${verb}`),
  );
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

describe('a moment', () => {
  it('is the end of the minute that the field shows, and comes back as the same minute', () => {
    const moment = fromField('2026-11-21T16:05')!;
    expect(new Date(moment).getSeconds()).toBe(59);
    expect(toField(moment)).toBe('2026-11-21T16:05');
  });

  it('is none when the field is empty or half filled', () => {
    expect(fromField('')).toBeNull();
    expect(fromField('2026-13')).toBeNull();
    expect(toField(null)).toBe('');
  });
});

describe('pictures that were looked at', () => {
  const viewed = (minute: number, kind: string, actor = 'Ana Ruiz') =>
    ({
      name: 'picture.viewed',
      actor,
      recordedAt: `2026-11-21T16:${String(minute).padStart(2, '0')}:00.000Z`,
      facts: { kind },
    }) as unknown as TimelineEntry;
  const kinds = (entries: TimelineEntry[]) => visits(entries).map(({ facts }) => facts['kind']);

  it('by one person in one visit are one entry, each kind once', () => {
    expect(kinds([viewed(5, 'FACE'), viewed(5, 'ID_FRONT'), viewed(4, 'FACE')])).toEqual(['FACE, ID_FRONT']);
  });

  it('by another person, on another visit or with something between them are their own', () => {
    expect(
      kinds([viewed(5, 'FACE'), viewed(5, 'FACE', 'Luis Gil'), viewed(59, 'FACE', 'Luis Gil')]),
    ).toHaveLength(3);
    const between = { ...viewed(5, 'x'), name: 'action.recorded' } as TimelineEntry;
    expect(kinds([viewed(5, 'FACE'), between, viewed(4, 'FACE')])).toHaveLength(3);
  });
});
