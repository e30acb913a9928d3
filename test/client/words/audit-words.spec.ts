import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { AUDIT_KINDS } from '../../../contract/events/audit-events.js';
import { EVENTS } from '../../../contract/events/events.js';

type Events = Record<string, Record<string, string>>;
const read = (language: string, feature: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../client/i18n/${language}/${feature}.json`), 'utf8'),
  ) as { event: Events; kind: Record<string, string> };

it.each(['cn', 'en', 'es'])('every event, and every kind of the audit, has a word in %s', (language) => {
  const { event, kind } = read(language, 'audit');
  const timeline = read(language, 'timeline').event;
  const silent = Object.keys(EVENTS).filter((name) => {
    const [noun, verb] = name.split('.') as [string, string];
    return !event[noun]?.[verb] && !timeline[noun]?.[verb];
  });
  expect(silent).toEqual([]);
  expect(AUDIT_KINDS.filter((noun) => !kind[noun])).toEqual([]);
});
