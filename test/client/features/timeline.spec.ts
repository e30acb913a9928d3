import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { EVENTS } from '../../../contract/events/events.js';
import { MONEY_EVENTS } from '../../../contract/events/money-events.js';
import { endOfMinute } from '../../../client/features/timeline/moments.js';
import { calls } from '../../../client/features/timeline/calls.js';
import { visits } from '../../../client/features/timeline/visits.js';
import type { TimelineEntry } from '../../../contract/cases/timeline.js';

type Tree = { [key: string]: string | Tree };

/** Events that a timeline may show: those whose payload names a case, and money's, whose row names it. */
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
  it('is the end of the minute that was chosen', () => {
    expect(endOfMinute('2026-11-21T16:05:00.000Z')).toBe('2026-11-21T16:05:59.999Z');
    expect(endOfMinute('2026-11-21T16:05:59.999Z')).toBe('2026-11-21T16:05:59.999Z');
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

describe('a call', () => {
  const at = (second: number) => `2026-11-21T16:00:${String(second).padStart(2, '0')}.000Z`;
  let id = 0;
  const entry = (name: string, second: number, callId: number | null, facts: object = {}) =>
    ({ id: ++id, name, callId, facts, recordedAt: at(second), effectiveAt: at(second) }) as TimelineEntry;
  const story = (callId: number, from: number) => [
    entry('contact.judged', from, null),
    entry('call.requested', from, callId, { relation: 'R01' }),
    entry('call.progressed', from + 1, callId, { state: 'RINGING' }),
    entry('call.progressed', from + 3, callId, { state: 'ANSWERED' }),
    entry('call.progressed', from + 12, callId, { state: 'ENDED', reason: 'HUNG_UP' }),
    entry('call.recorded', from + 14, callId),
  ];

  it('is one line, which opens to its steps and says how long was talked', () => {
    const [one, other] = [story(7, 0), story(8, 30)];
    const note = entry('action.recorded', 20, null);
    const shown = calls([...one, note, ...other].reverse());
    expect(shown.map(({ name, steps }) => [name, steps?.length])).toEqual([
      ['call.requested', 6],
      ['action.recorded', undefined],
      ['call.requested', 6],
    ]);
    expect(shown[2]).toMatchObject({
      id: one[1]!.id,
      recordedAt: at(0),
      facts: { state: 'ENDED', reason: 'HUNG_UP', talked: 9, relation: 'R01' },
    });
    expect(shown[2]!.steps!.map((step) => step.id)).toEqual(one.map((step) => step.id).reverse());
  });

  it('that nobody answered was not talked; a decision on a message stays its own', () => {
    const failed = [entry('call.requested', 0, 7), entry('call.progressed', 4, 7, { state: 'FAILED' })];
    expect(calls(failed.reverse())[0]!.facts['talked']).toBeNull();
    expect(calls([entry('contact.judged', 5, null)])[0]!.steps).toBeUndefined();
  });
});
