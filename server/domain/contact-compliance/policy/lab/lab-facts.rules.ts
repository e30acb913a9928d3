import type { CaseStatus, Relation } from '../../../../../contract/codes.js';
import type {
  ContactChannel,
  ComplianceReason,
  ComplianceRule,
} from '../../../../../contract/contact/contact-compliance.js';
import { BUSINESS_ZONE } from '../../../../../contract/shared/wall-clock.js';
import type { ComplianceFacts, Hold } from '../../decide/compliance.rules.js';
import { HISTORY_MS } from '../../decide/compliance.sql.js';
import type { Whereabouts } from '../../decide/hours.rules.js';
import type { Past } from '../../decide/limits.rules.js';
import type { PolicyInForce } from '../policy.rules.js';

/** A stored receipt, as it says what was decided and what it has become since. */
export interface SimulatedContact extends Past {
  id: number;
  taskId: number;
  loanId: string;
  borrowerId: number;
  contactId: number | null;
  channel: ContactChannel;
  kind: 'ACT' | 'MANUAL';
  allowed: boolean;
  released: boolean;
  releasedAt: Date | null;
  policyVersion: number;
  callBackAt: Date | null;
  /** Against it then; none when it was allowed. */
  reasons: readonly ComplianceReason[];
  zone: string | null;
  /** It is one of those that are replayed: of the institution, in the time. */
  judged: boolean;
}
export interface SimulatedHold extends Hold {
  placedAt: Date;
  liftedAt: Date | null;
}
export interface SimulatedSpan {
  from: Date;
  to: Date | null;
}
/** Facts about a borrower, with the times at which they held. */
export interface SimulatedBorrower {
  where: Whereabouts;
  /** By time. */
  acts: readonly SimulatedContact[];
  holds: readonly SimulatedHold[];
  overrides: readonly (SimulatedSpan & { rule: ComplianceRule })[];
  relations: ReadonlyMap<number, Relation>;
  /** When a contact was marked as a guarantor. */
  marks: readonly (SimulatedSpan & { contactId: number })[];
}

/** A slot that an act took, until it was given back. */
export interface Taken extends Past {
  until: Date | null;
}

export function holdsAt({ from, to }: SimulatedSpan, at: Date): boolean {
  return from <= at && (to === null || to > at);
}

/**
 * The facts as the guard had them when the act was judged. Slots, holds, guarantors, approvals and what was set aside come
 * from rows that keep their times. What no policy changes and no row keeps by time (the case's state, a number's mark, a
 * payment on its way) comes from the stored decision: it names them when they stood against the act.
 */
export function factsAt(
  borrower: SimulatedBorrower,
  act: SimulatedContact,
  taken: readonly Taken[],
  approved: readonly SimulatedSpan[],
  inForce: PolicyInForce,
): ComplianceFacts {
  const { at, contactId } = act;
  const paramsOf = (rule: ComplianceRule) => act.reasons.find((reason) => reason.rule === rule)?.params;
  const guarantor = borrower.marks.some((mark) => mark.contactId === contactId && holdsAt(mark, at));
  const relation = (paramsOf('relation')?.['relation'] ?? borrower.relations.get(contactId ?? 0)) as Relation;
  return {
    inForce,
    where: whereAt(borrower.where, act.zone),
    status: (paramsOf('caseState')?.['status'] ?? 'C10') as CaseStatus,
    unreleased: paramsOf('unreleased') !== undefined,
    contact: contactId === null ? null : { id: contactId, relation, guarantor, blocked: blockOf(paramsOf) },
    deviceApproved: approved.some((span) => holdsAt(span, at)),
    holds: [
      ...borrower.holds.filter(({ placedAt, liftedAt }) => holdsAt({ from: placedAt, to: liftedAt }, at)),
      ...paymentCheck(act),
    ],
    // No rule of a policy: what was stopped then is not tried out.
    stops: [],
    history: pastAt(taken, at),
    payments: paymentOf(paramsOf('paymentInFlight'), at),
    callBackAt: act.callBackAt,
    waived: new Set(borrower.overrides.filter((span) => holdsAt(span, at)).map(({ rule }) => rule)),
  };
}

/** Counted contacts at that time, newest first; a later conversation is none yet. */
function pastAt(taken: readonly Taken[], at: Date): Past[] {
  const past: Past[] = [];
  for (let index = taken.length - 1; index >= 0; index--) {
    const { until, conversationAt, ...one } = taken[index]!;
    if (one.at.getTime() <= at.getTime() - HISTORY_MS) break;
    if (until !== null && until <= at) continue;
    past.push({ ...one, conversationAt: conversationAt && conversationAt <= at ? conversationAt : null });
  }
  return past;
}

function whereAt(now: Whereabouts, zone: string | null): Whereabouts {
  if (zone === null || zone === now.zone) return now;
  return { zone, known: zone !== BUSINESS_ZONE };
}

type ParamsOf = (rule: ComplianceRule) => ComplianceReason['params'] | undefined;

function blockOf(paramsOf: ParamsOf): string | null {
  if (paramsOf('wrongNumber')) return 'WRONG';
  if (paramsOf('badNumber')) return 'BAD_NUMBER';
  return paramsOf('optOut')?.['scope'] === 'contact' ? 'OPT_OUT' : null;
}

/** The hold while the ledger is checked is kept at the case, without a time. */
function paymentCheck({ reasons }: SimulatedContact): Hold[] {
  return reasons
    .filter(({ rule, params }) => rule === 'hold' && params['kind'] === 'PAYMENT_CHECK')
    .map(({ params }) => ({
      kind: 'PAYMENT_CHECK' as const,
      contactId: null,
      channel: null,
      until: new Date(String(params['until'])),
    }));
}

function paymentOf(params: ComplianceReason['params'] | undefined, now: Date): ComplianceFacts['payments'] {
  if (!params) return [];
  const { secondsAgo, amount, pending } = params as Record<string, number>;
  return [{ amount: amount!, at: new Date(now.getTime() - secondsAgo! * 1_000), pending: pending === 1 }];
}
