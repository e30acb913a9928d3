import { LEGAL_SPANS, POLICY_RANGES, type GuardRule } from '../../../contract/guard';
import type { Field } from './values';

const clock = (name: string, span: { from: string; to: string }): Field[] => [
  { name: `${name}.from`, kind: 'clock', span },
  { name: `${name}.to`, sub: true, kind: 'clock', span, after: `${name}.from` },
];
const WHOLE_DAY = { from: '00:00', to: '24:00' };
const limit = (name: string, unit: NonNullable<Field['unit']>): Field => ({
  name, kind: 'number', unit, range: POLICY_RANGES.limit,
}); // prettier-ignore

interface PolicyGroup {
  id: 'legal' | 'relations' | 'operating' | 'attempts' | 'others';
  /** The rules that these fields make; the server says of each who may set it aside. */
  rules: readonly GuardRule[];
  fields: readonly Field[];
}

/** The law's first. */
export const POLICY_GROUPS: readonly PolicyGroup[] = [
  {
    id: 'legal',
    rules: ['legalHours'],
    fields: [
      ...clock('legalHours.known', LEGAL_SPANS.known),
      ...clock('legalHours.unknown', LEGAL_SPANS.unknown),
    ],
  },
  { id: 'relations', rules: ['relation'], fields: [{ name: 'relations', kind: 'relations' }] },
  {
    id: 'operating',
    rules: ['operatingHours'],
    fields: [
      ...clock('operatingHours.hours', WHOLE_DAY),
      { name: 'operatingHours.days', kind: 'days' },
      { name: 'operatingHours.onHolidays', kind: 'yes' },
    ],
  },
  {
    id: 'attempts',
    rules: ['attemptsDay', 'attemptsWeek', 'attemptSpacing'],
    fields: [
      limit('attempts.perDay', 'times'),
      limit('attempts.perWeek', 'times'),
      { name: 'attempts.apartMinutes', kind: 'number', unit: 'minutes', range: POLICY_RANGES.apartMinutes },
    ],
  },
  {
    id: 'others',
    rules: ['conversation', 'messagesDay'],
    fields: [limit('conversations.perDay', 'times'), limit('messages.perDay', 'messages')],
  },
];

export const POLICY_FIELDS: readonly Field[] = POLICY_GROUPS.flatMap(({ fields }) => fields);

/** Rules without a field: they hold whatever the policy says. */
export const FIXED_RULES: readonly GuardRule[] = [
  'optOut', 'hold', 'paymentInFlight', 'wrongNumber', 'badNumber', 'deviceData', 'caseState',
]; // prettier-ignore
