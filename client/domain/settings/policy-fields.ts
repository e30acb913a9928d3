import {
  ContactPolicy,
  LEGAL_SPANS,
  type ComplianceRule,
} from '../../../contract/contact/contact-compliance';
import { groupsOf } from '../../ui/entity-form/fields';
import { flat, type Values } from '../../ui/entity-form/values';

const span = (name: string, from: string, to: string) => ({
  [`${name}.from`]: { kind: 'clock', span: { from, to } } as const,
  [`${name}.to`]: { kind: 'clock', span: { from, to }, sub: true } as const,
});
const times = { unit: 'times' } as const;
const { known, unknown } = LEGAL_SPANS;

/** The law's first. */
export const POLICY_GROUPS = groupsOf(ContactPolicy, {
  legal: {
    ...span('legalHours.known', known.from, known.to),
    ...span('legalHours.unknown', unknown.from, unknown.to),
  },
  relations: { relations: { words: 'codes:relation' } },
  operating: {
    ...span('operatingHours.hours', '00:00', '24:00'),
    'operatingHours.days': { kind: 'weekdays' },
    'operatingHours.onHolidays': {},
    'operatingHours.closedDays': { kind: 'days' },
  },
  attempts: {
    'attempts.perDay': times,
    'attempts.perWeek': times,
    'attempts.apartMinutes': { unit: 'minutes' },
  },
  others: { 'conversations.perDay': times, 'messages.perDay': { unit: 'messages' } },
});

/** A policy's values; one that was saved before there were closed days has none. */
export const policyValues = (policy: ContactPolicy): Values => ({
  'operatingHours.closedDays': [],
  ...flat(policy),
});

/** The rules that a group's fields make; the server says of each who may set it aside. */
export const RULES_OF: Readonly<Record<string, readonly ComplianceRule[]>> = {
  legal: ['legalHours'],
  relations: ['relation'],
  operating: ['operatingHours'],
  attempts: ['attemptsDay', 'attemptsWeek', 'attemptSpacing'],
  others: ['conversation', 'messagesDay'],
};

/** Rules without a field: they hold whatever the policy says. */
export const FIXED_RULES: readonly ComplianceRule[] = [
  'optOut', 'hold', 'stop', 'paymentInFlight', 'wrongNumber', 'badNumber', 'deviceData', 'caseState',
  'unreleased',
  'noProvider',
]; // prettier-ignore
