import { expect, it } from '@jest/globals';
import { LANGUAGES } from '../../../contract/codes.js';
import { AUDIT_KINDS } from '../../../contract/events/audit-events.js';
import { EVENTS } from '../../../contract/events/events.js';
import { wordsIn } from '../../support/words.js';

it.each(LANGUAGES)('every event, and every kind of the audit, has a word in %s', (language) => {
  const [audit, timeline] = [wordsIn(language, 'audit'), wordsIn(language, 'timeline')];
  const silent = Object.keys(EVENTS).filter((name) => !audit[`event.${name}`] && !timeline[`event.${name}`]);
  expect(silent).toEqual([]);
  expect(AUDIT_KINDS.filter((noun) => !audit[`kind.${noun}`])).toEqual([]);
});
