import type { CaseStatus, Relation } from '../../../../contract/codes.js';
import { DEVICE_RELATIONS, isOpen } from '../../../../contract/codes.js';
import {
  MESSAGE_CHANNELS,
  type ContactChannel,
  type ComplianceDecision,
  type ComplianceReason,
  type ComplianceRule,
  type HoldKind,
} from '../../../../contract/contact/contact-compliance.js';
import { closesAt, legalSpan, localTime, nextOpen, operatingSpan, within } from './hours.rules.js';
import type { Span, Whereabouts } from './hours.rules.js';
import { countersOf, freeFrom, limitReasons, type Past } from './limits.rules.js';
import type { PolicyInForce } from '../policy/policy.rules.js';
import type { StopRow } from '../../stops/forbidden.sql.js';

export interface ComplianceFacts {
  inForce: PolicyInForce;
  where: Whereabouts;
  status: CaseStatus;
  /** The import that brought the loan waits for its release. */
  unreleased: boolean;
  contact: { id: number; relation: Relation; guarantor: boolean; blocked: string | null } | null;
  /** The institution may contact what came from the borrower's device. */
  deviceApproved: boolean;
  holds: readonly Hold[];
  /** Stops of this contact beside many others. */
  stops: readonly StopRow[];
  /** Counted contacts of the last eight days, newest first. */
  history: readonly Past[];
  /** The newest payment of the last minutes, and a debit that has no answer yet. */
  payments: readonly { amount: number; at: Date; pending: boolean }[];
  /** When the borrower asked to be called back. */
  callBackAt: Date | null;
  /** The rules that a leader has set aside for now. */
  waived: ReadonlySet<ComplianceRule>;
}

export interface Hold {
  kind: HoldKind | 'OPT_OUT' | 'PAYMENT_CHECK';
  contactId: number | null;
  channel: ContactChannel | null;
  until: Date | null;
}

export interface ContactAttempt {
  /** From Ids: the receipt's, and the decision's. */
  receiptId: number;
  caseId: number;
  contactId: number;
  channel: ContactChannel;
  actorId: number | null;
  /** Set for a message. */
  templateId?: number | null;
  /** The borrower's own: always allowed, takes no slot. */
  incoming?: boolean;
}

export interface ContactCheck {
  channel: ContactChannel;
  incoming?: boolean | undefined;
  /** The act has its slot already, so only the rules that may have changed since are asked again. */
  isCounted?: boolean;
  /** No provider carries the channel: a live site has no simulators. */
  isOff?: boolean;
}

export type Verdict = Omit<ComplianceDecision, 'decisionId'>;

export const PAYMENT_IN_FLIGHT_MS = 5 * 60_000;

/** Later than every other time: for what no time lifts. */
export const NEVER = new Date('9999-01-01T00:00:00Z');

export function countedAs(channel: ContactChannel): 'ATTEMPT' | 'MESSAGE' {
  return (MESSAGE_CHANNELS as readonly ContactChannel[]).includes(channel) ? 'MESSAGE' : 'ATTEMPT';
}

/** The decision on one contact by one channel. Pure: the same facts at the same time give the same answer. */
export function decide(facts: ComplianceFacts, check: ContactCheck, now: Date): Verdict {
  const counters = countersOf(facts.inForce.policy, facts.where.zone, facts.history, now);
  const zone = facts.where.zone;
  if (check.incoming)
    return { allow: true, reasons: [], nextAllowedAt: null, allowedUntil: null, counters, zone };
  const reasons = reasonsOf(facts, check, now).filter(({ rule }) => !facts.waived.has(rule));
  const allow = reasons.length === 0;
  const waived = { operating: facts.waived.has('operatingHours') };
  const until = allow ? closesAt(facts.inForce.policy, facts.where, now, waived) : null;
  const next = allow ? null : nextAllowed(facts, check, reasons, now);
  return {
    allow,
    reasons,
    nextAllowedAt: next?.toISOString() ?? null,
    allowedUntil: until?.toISOString() ?? null,
    counters,
    zone,
  };
}

/** Every rule that stands against it, also those that are set aside. */
export function reasonsOf(facts: ComplianceFacts, check: ContactCheck, now: Date): ComplianceReason[] {
  const limits = check.isCounted ? [] : limitReasons(facts, countedAs(check.channel), now);
  return [
    ...facts.stops.map(({ stopId, kind }): ComplianceReason => ({ rule: 'stop', params: { kind, stopId } })),
    ...stateReasons(facts),
    ...(check.isOff ? [{ rule: 'noProvider', params: {} } as const] : []),
    ...relationReasons(facts),
    ...holdReasons(facts, check.channel, now),
    ...hourReasons(facts, now),
    ...limits,
  ];
}

function stateReasons({ status, unreleased }: ComplianceFacts): ComplianceReason[] {
  return [
    ...(isOpen(status) ? [] : [{ rule: 'caseState', params: { status } } as const]),
    ...(unreleased ? [{ rule: 'unreleased', params: {} } as const] : []),
  ];
}

function relationReasons({ contact, inForce, deviceApproved }: ComplianceFacts): ComplianceReason[] {
  if (!contact) return [];
  const { relation, guarantor, blocked } = contact;
  const reasons: ComplianceReason[] = [];
  if ((DEVICE_RELATIONS as readonly Relation[]).includes(relation)) {
    if (!deviceApproved) reasons.push({ rule: 'deviceData', params: { relation } });
  } else if (!guarantor && !(inForce.policy.relations as readonly Relation[]).includes(relation)) {
    reasons.push({ rule: 'relation', params: { relation } });
  }
  if (blocked === 'OPT_OUT') reasons.push({ rule: 'optOut', params: { scope: 'contact' } });
  if (blocked === 'WRONG') reasons.push({ rule: 'wrongNumber', params: {} });
  if (blocked === 'BAD_NUMBER') reasons.push({ rule: 'badNumber', params: {} });
  return reasons;
}

function holdReasons(
  { holds, contact, payments }: ComplianceFacts,
  channel: ContactChannel,
  now: Date,
): ComplianceReason[] {
  const reasons: ComplianceReason[] = [];
  for (const hold of holds) {
    if (hold.until !== null && hold.until <= now) continue;
    if (hold.channel !== null && hold.channel !== channel) continue;
    if (hold.contactId !== null && hold.contactId !== contact?.id) continue;
    reasons.push(hold.kind === 'OPT_OUT' ? optOutReason(hold) : holdReason(hold));
  }
  const money = payments[0];
  if (money) {
    const secondsAgo = Math.max(0, Math.floor((now.getTime() - money.at.getTime()) / 1000));
    const { amount, pending } = money;
    reasons.push({ rule: 'paymentInFlight', params: { secondsAgo, amount, pending: pending ? 1 : 0 } });
  }
  return reasons;
}

function optOutReason({ contactId, channel }: Hold): ComplianceReason {
  const scope = contactId === null ? 'borrower' : 'contact';
  return { rule: 'optOut', params: { scope, ...(channel ? { channel } : {}) } };
}

function holdReason({ kind, until }: Hold): ComplianceReason {
  return { rule: 'hold', params: { kind, ...(until ? { until: until.toISOString() } : {}) } };
}

function hourReasons({ inForce: { policy }, where }: ComplianceFacts, now: Date): ComplianceReason[] {
  const { day, minute } = localTime(where.zone, now);
  const reasons: ComplianceReason[] = [];
  const legal = legalSpan(policy, where);
  if (!within(legal, minute)) reasons.push({ rule: 'legalHours', params: hours(legal) });
  const operating = operatingSpan(policy, day);
  if (!operating) reasons.push({ rule: 'operatingHours', params: { closed: day } });
  else if (!within(operating, minute)) reasons.push({ rule: 'operatingHours', params: hours(operating) });
  return reasons;
}

function hours({ from, to }: Span): { from: string; to: string } {
  return { from: clock(from), to: clock(to) };
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** Reasons that only a person can remove; waiting does not help. */
const LASTING: readonly ComplianceRule[] = [
  'caseState', 'unreleased', 'noProvider', 'relation', 'deviceData', 'wrongNumber', 'badNumber', 'optOut', 'stop',
]; // prettier-ignore

/** If only time forbids the contact: the first instant at which every rule allows it. */
function nextAllowed(
  facts: ComplianceFacts,
  check: ContactCheck,
  reasons: readonly ComplianceReason[],
  now: Date,
): Date | null {
  const lasts = ({ rule, params }: ComplianceReason) =>
    LASTING.includes(rule) || (rule === 'hold' && !params['until']) || params['pending'] === 1;
  if (reasons.some(lasts)) return null;
  const ends = reasons.flatMap(({ rule, params }) =>
    rule === 'hold' ? [Date.parse(String(params['until']))] : [],
  );
  for (const { at } of facts.payments) ends.push(at.getTime() + PAYMENT_IN_FLIGHT_MS);
  let at = new Date(Math.max(now.getTime(), ...ends));
  const waived = { operating: facts.waived.has('operatingHours') };
  // Each round moves on to a later boundary. A limit of 0 always has one more, so the rounds are limited.
  for (let round = 0; round < 40; round++) {
    const free = check.isCounted ? at : freeFrom(facts, countedAs(check.channel), at);
    const open = free && nextOpen(facts.inForce.policy, facts.where, free, waived);
    if (!open) return null;
    if (open.getTime() === at.getTime()) return at;
    at = open;
  }
  return null;
}
