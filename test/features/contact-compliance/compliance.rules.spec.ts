import { describe, expect, it } from '@jest/globals';
import { CASE_STATUSES, isOpen } from '../../../contract/codes.js';
import {
  COMPLIANCE_RULES,
  ContactPolicy,
  OverrideRules,
  type ComplianceRule,
} from '../../../contract/contact/contact-compliance.js';
import {
  decide,
  type ComplianceFacts,
  type ContactCheck,
} from '../../../server/domain/contact-compliance/decide/compliance.rules.js';
import type { Past } from '../../../server/domain/contact-compliance/decide/limits.rules.js';
import { DEFAULT_POLICY } from '../../../server/domain/contact-compliance/policy/policy.rules.js';
import { callableFrom } from '../../../server/domain/contact-compliance/decide/receipts.writes.js';

/** Wednesday 18 November 2026, 11:00 in Mexico City. */
const NOW = new Date('2026-11-18T17:00:00Z');
const MINUTE = 60_000;
const before = (minutes: number, more: Partial<Past> = {}): Past => ({
  at: new Date(NOW.getTime() - minutes * MINUTE),
  slot: 'ATTEMPT',
  conversationAt: null,
  ...more,
});
const message = (minutes: number) => before(minutes, { slot: 'MESSAGE' });
const DAY = 1_440;

function facts(more: Partial<ComplianceFacts> = {}): ComplianceFacts {
  return {
    inForce: { version: 0, policy: DEFAULT_POLICY, above: [] },
    where: { zone: 'America/Mexico_City', known: true },
    status: 'C10',
    contact: { id: 7, relation: 'R01', guarantor: false, blocked: null },
    unreleased: false,
    deviceApproved: false,
    holds: [],
    stops: [],
    history: [],
    payments: [],
    callBackAt: null,
    waived: new Set(),
    ...more,
  };
}
const CALL: ContactCheck = { channel: 'CALL' };
const SMS: ContactCheck = { channel: 'SMS' };
function rules(more: Partial<ComplianceFacts>, check = CALL, now = NOW): ComplianceRule[] {
  const { allow, reasons } = decide(facts(more), check, now);
  expect(allow).toBe(reasons.length === 0);
  return reasons.map(({ rule }) => rule);
}
const contact = (more: Partial<NonNullable<ComplianceFacts['contact']>>) => ({
  contact: { id: 7, relation: 'R02' as const, guarantor: false, blocked: null, ...more },
});
const next = (more: Partial<ComplianceFacts>, check = CALL, now = NOW) =>
  decide(facts(more), check, now).nextAllowedAt;

describe('a decision', () => {
  it('allows what nothing stands against, until the hours are over', () => {
    expect(decide(facts(), CALL, NOW)).toEqual({
      allow: true,
      reasons: [],
      nextAllowedAt: null,
      allowedUntil: '2026-11-19T02:00:00.000Z',
      zone: 'America/Mexico_City',
      counters: {
        attemptsToday: 0, attemptsPerDay: 3, attemptsWeek: 0, attemptsPerWeek: 7, conversationsToday: 0,
        conversationsPerDay: 1, messagesToday: 0, messagesPerDay: 2,
      },
    }); // prettier-ignore
  });

  it.each(CASE_STATUSES)('in state %s follows whether the case is open', (status) => {
    expect(rules({ status })).toEqual(isOpen(status) ? [] : ['caseState']);
    if (!isOpen(status)) expect(next({ status })).toBeNull();
  });

  it.each([
    ['the borrower', { relation: 'R01' as const }, []],
    ['a spouse', { relation: 'R02' as const }, ['relation']],
    ['a colleague', { relation: 'R08' as const }, ['relation']],
    ['another contact', { relation: 'R10' as const }, ['relation']],
    ['a guarantor', { relation: 'R02' as const, guarantor: true }, []],
    ['the address book', { relation: 'R11' as const }, ['deviceData']],
    ['the call list', { relation: 'R12' as const }, ['deviceData']],
    ['a guarantor from the device', { relation: 'R11' as const, guarantor: true }, ['deviceData']],
    ['who opted out', { relation: 'R01' as const, blocked: 'OPT_OUT' }, ['optOut']],
    ['a wrong number', { relation: 'R01' as const, blocked: 'WRONG' }, ['wrongNumber']],
    ['a bad number', { relation: 'R01' as const, blocked: 'BAD_NUMBER' }, ['badNumber']],
  ])('on %s', (_, who, expected) => {
    expect(rules(contact(who))).toEqual(expected);
    if (expected.length > 0) expect(next(contact(who))).toBeNull();
  });

  it('lets the device’s contacts by an approval, and others by the policy', () => {
    expect(rules({ ...contact({ relation: 'R11' }), deviceApproved: true })).toEqual([]);
    const policy = { ...DEFAULT_POLICY, relations: ['R01' as const, 'R02' as const] };
    expect(rules({ ...contact({}), inForce: { version: 3, policy, above: [] } })).toEqual([]);
    expect(rules({ ...contact({ relation: 'R03' }), inForce: { version: 3, policy, above: [] } })).toEqual([
      'relation',
    ]);
  });

  it.each([
    ['10:59 on a Wednesday', '2026-11-18T16:59:00Z', []],
    ['07:59: legal, not worked', '2026-11-18T13:59:00Z', ['operatingHours']],
    ['06:59', '2026-11-18T12:59:00Z', ['legalHours', 'operatingHours']],
    ['20:00', '2026-11-19T02:00:00Z', ['operatingHours']],
    ['21:59', '2026-11-19T03:59:00Z', ['operatingHours']],
    ['22:00', '2026-11-19T04:00:00Z', ['legalHours', 'operatingHours']],
    ['00:00', '2026-11-18T06:00:00Z', ['legalHours', 'operatingHours']],
    ['a Sunday', '2026-11-22T17:00:00Z', ['operatingHours']],
    ['a holiday', '2026-11-16T17:00:00Z', ['operatingHours']],
  ])('at %s in Mexico City', (_, at, expected) => {
    expect(rules({}, CALL, new Date(at))).toEqual(expected);
  });

  it('goes by the borrower’s clock, and by shorter hours for who has no address', () => {
    const tijuana = { where: { zone: 'America/Tijuana', known: true } };
    const nowhere = { where: { zone: 'America/Mexico_City', known: false } };
    // 08:30 in Mexico City, 06:30 in Tijuana.
    const early = new Date('2026-11-18T14:30:00Z');
    expect(rules({}, CALL, early)).toEqual([]);
    expect(rules(tijuana, CALL, early)).toEqual(['legalHours', 'operatingHours']);
    expect(rules(nowhere, CALL, early)).toEqual(['legalHours']);
    expect(next(tijuana, CALL, early)).toBe('2026-11-18T16:00:00.000Z');
    expect(next(nowhere, CALL, early)).toBe('2026-11-18T15:00:00.000Z');
  });

  it.each([
    ['two attempts, the last three hours ago', [before(180), before(200)], []],
    ['an attempt two hours ago to the minute', [before(120)], []],
    ['an attempt 119 minutes ago', [before(119)], ['attemptSpacing']],
    ['three today', [before(121), before(150), before(180)], ['attemptsDay']],
    ['three, one before midnight', [before(121), before(150), before(661)], []],
    ['seven in seven days', [1, 1, 2, 2, 3, 4, 6].map((days) => before(days * DAY)), ['attemptsWeek']],
    ['seven, one seven days ago', [1, 1, 2, 2, 3, 4, 7].map((days) => before(days * DAY)), []],
    ['a conversation today', [before(180, { conversationAt: before(180).at })], ['conversation']],
    ['a conversation yesterday', [before(DAY, { conversationAt: before(DAY).at })], []],
    ['messages', [message(1), message(2), message(3)], []],
  ])('on a call after %s', (_, history, expected) => {
    expect(rules({ history })).toEqual(expected);
  });

  it.each([
    ['one message today', [message(10)], []],
    ['two messages today', [message(10), message(60)], ['messagesDay']],
    ['two, one before midnight', [message(10), message(661)], []],
    ['calls', [before(1), before(2), before(3), before(4)], []],
  ])('on a message after %s', (_, history, expected) => {
    expect(rules({ history }, SMS)).toEqual(expected);
    expect(rules({ history }, { channel: 'WHATSAPP' })).toEqual(expected);
  });

  it.each([
    ['spacing', [before(30)], '2026-11-18T18:30:00.000Z'],
    ['the day', [before(121), before(150), before(180)], '2026-11-19T14:00:00.000Z'],
    ['the week', [1, 1, 2, 2, 3, 4, 6].map((days) => before(days * DAY)), '2026-11-19T17:00:00.000Z'],
    ['the conversation', [before(180, { conversationAt: before(180).at })], '2026-11-19T14:00:00.000Z'],
  ])('says when %s lets go', (_, history, at) => {
    expect(next({ history })).toBe(at);
  });

  it('says when all of them let go: after an attempt on Saturday evening that is Monday morning', () => {
    const saturday = new Date('2026-11-22T01:30:00Z');
    const history = [{ ...before(0), at: new Date('2026-11-22T00:30:00Z') }];
    expect(next({ history }, CALL, saturday)).toBe('2026-11-23T14:00:00.000Z');
  });

  it('lets a call that the borrower asked for follow the day’s conversation, once', () => {
    const spoken = before(60, { conversationAt: before(60).at });
    const callBackAt = new Date(NOW.getTime() + 5 * MINUTE);
    expect(rules({ history: [spoken], callBackAt })).toEqual([]);
    const later = new Date(NOW.getTime() + 60 * MINUTE);
    expect(rules({ history: [spoken], callBackAt: later })).toEqual(['attemptSpacing', 'conversation']);
    expect(next({ history: [before(180, { conversationAt: before(180).at })], callBackAt: later })).toBe(
      '2026-11-18T17:50:00.000Z',
    );
    expect(rules({ history: [before(1), spoken], callBackAt })).toEqual(['attemptSpacing', 'conversation']);
    // Asked for before they spoke: that is done.
    expect(rules({ history: [spoken], callBackAt: before(90).at })).toContain('conversation');
  });

  it('never lets go of a limit of nothing', () => {
    const policy = { ...DEFAULT_POLICY, attempts: { perDay: 0, perWeek: 7, apartMinutes: 0 } };
    expect(next({ inForce: { version: 1, policy, above: [] } })).toBeNull();
  });

  it.each(['COMPLAINT', 'DISPUTE', 'LEGAL', 'DECEASED', 'WITHDRAWN', 'PAYMENT_CHECK'] as const)(
    'is held by %s, for ever or until it ends',
    (kind) => {
      const hold = { kind, contactId: null, channel: null };
      expect(rules({ holds: [{ ...hold, until: null }] })).toEqual(['hold']);
      expect(next({ holds: [{ ...hold, until: null }] })).toBeNull();
      const until = new Date(NOW.getTime() + 90 * MINUTE);
      expect(next({ holds: [{ ...hold, until }] })).toBe(until.toISOString());
      expect(rules({ holds: [{ ...hold, until: NOW }] })).toEqual([]);
    },
  );

  it('holds only the contact and the channel that a hold names', () => {
    const optOut = { kind: 'OPT_OUT' as const, until: null };
    const sms = { ...optOut, contactId: 7, channel: 'SMS' as const };
    expect(rules({ holds: [sms] }, SMS)).toEqual(['optOut']);
    expect(rules({ holds: [sms] })).toEqual([]);
    expect(rules({ holds: [{ ...optOut, contactId: 8, channel: null }] })).toEqual([]);
    expect(rules({ holds: [{ ...optOut, contactId: null, channel: null }] })).toEqual(['optOut']);
  });

  it('waits for money on its way, and says how long ago and how much', () => {
    const payments = [{ amount: 50_000, at: new Date(NOW.getTime() - 8_000), pending: false }];
    const { reasons, nextAllowedAt } = decide(facts({ payments }), CALL, NOW);
    expect(reasons).toEqual([
      { rule: 'paymentInFlight', params: { secondsAgo: 8, amount: 50_000, pending: 0 } },
    ]);
    expect(nextAllowedAt).toBe('2026-11-18T17:04:52.000Z');
    expect(next({ payments: [{ ...payments[0]!, pending: true }] })).toBeNull();
  });

  it('always allows the borrower’s own contact', () => {
    const worst = facts({
      status: 'C31',
      holds: [{ kind: 'LEGAL', contactId: null, channel: null, until: null }],
      history: [before(1)],
    });
    expect(decide(worst, { channel: 'CALL', incoming: true }, NOW)).toMatchObject({
      allow: true,
      reasons: [],
    });
  });

  it('asks of an act that has its slot all but the limits', () => {
    const history = [before(1), before(2), before(3)];
    const check = { ...CALL, isCounted: true };
    expect(rules({ history }, check)).toEqual([]);
    expect(rules({ history, status: 'C31' }, check)).toEqual(['caseState']);
    expect(rules({ history }, check, new Date('2026-11-19T04:00:00Z'))).toEqual([
      'legalHours',
      'operatingHours',
    ]);
  });

  it('sets aside what a leader waived, and nothing else', () => {
    const history = [before(1), before(2), before(3)];
    const waived = new Set<ComplianceRule>(['attemptsDay', 'attemptSpacing', 'operatingHours']);
    expect(rules({ history, waived })).toEqual([]);
    expect(rules({ history, waived: new Set<ComplianceRule>(['attemptsDay']) })).toEqual(['attemptSpacing']);
    expect(rules({ history, waived }, CALL, new Date('2026-11-22T05:00:00Z'))).toEqual(['legalHours']);
    expect(next({ history, waived }, CALL, new Date('2026-11-22T05:00:00Z'))).toBe(
      '2026-11-22T13:00:00.000Z',
    );
  });
});

describe('an override', () => {
  const asked = (rule: string) =>
    OverrideRules.safeParse({ taskId: 1, rules: [rule], reason: 'the customer insists' }).success;

  it.each(Object.entries(COMPLIANCE_RULES))('of %s, which is %s', (rule, kind) => {
    expect(asked(rule)).toBe(kind === 'policy');
  });
});

describe('a policy', () => {
  it('may be narrower than the law and never wider', () => {
    const with_ = (known: { from: string; to: string }) =>
      ContactPolicy.safeParse({
        ...DEFAULT_POLICY,
        legalHours: { ...DEFAULT_POLICY.legalHours, known },
      }).success;
    expect(with_({ from: '07:00', to: '22:00' })).toBe(true);
    expect(with_({ from: '09:00', to: '18:30' })).toBe(true);
    expect(with_({ from: '06:59', to: '22:00' })).toBe(false);
    expect(with_({ from: '07:00', to: '22:01' })).toBe(false);
    expect(with_({ from: '18:00', to: '09:00' })).toBe(false);
    expect(with_({ from: '7:00', to: '22:00' })).toBe(false);
  });

  it('never names the device’s relations', () => {
    expect(ContactPolicy.safeParse({ ...DEFAULT_POLICY, relations: ['R01', 'R11'] }).success).toBe(false);
  });
});

describe('from when on a borrower may be called', () => {
  it('follows attempts and his own holds, and leaves the hours to the zone', () => {
    const night = new Date('2026-11-19T05:00:00Z');
    expect(callableFrom(facts(), night)).toEqual(night);
    expect(callableFrom(facts({ history: [before(30)] }), NOW).toISOString()).toBe(
      '2026-11-18T18:30:00.000Z',
    );
    const hold = { kind: 'LEGAL' as const, contactId: null, channel: null, until: null };
    expect(callableFrom(facts({ holds: [hold] }), NOW).getUTCFullYear()).toBe(9999);
    expect(callableFrom(facts({ holds: [{ ...hold, contactId: 7 }] }), NOW)).toEqual(NOW);
    expect(callableFrom(facts({ holds: [{ ...hold, channel: 'SMS' }] }), NOW)).toEqual(NOW);
  });
});
