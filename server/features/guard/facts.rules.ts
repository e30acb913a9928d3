import { CALL_OUTCOMES } from '../../../contract/call-results.js';
import type { GuardFacts, Hold } from './guard.rules.js';
import type { CaseContactRow, FactRows } from './guard.sql.js';
import { policyOf } from './policy.rules.js';
import { whereaboutsOf } from './zones.rules.js';

const SPOKEN = new Set(CALL_OUTCOMES.filter(({ group }) => group === 'CNCT').map(({ result }) => result));

/** What was read, as the rules take it; null when there is no such case. */
export function factsOf([borrowers, cases, history, holds, waived, payments]: FactRows): GuardFacts | null {
  const borrower = borrowers[0];
  const found = cases[0];
  if (!borrower || !found) return null;
  return {
    inForce: policyOf(found),
    where: whereaboutsOf(borrower.state, borrower.municipality),
    status: found.status,
    contact:
      found.contactId === null
        ? null
        : {
            id: found.contactId,
            relation: found.relation,
            guarantor: found.guarantor === 1,
            blocked: found.blocked,
          },
    deviceApproved: Number(found.deviceApproved) === 1,
    holds: [...holds, ...paymentCheck(found)],
    history,
    payment: payments[0] ?? null,
    callBackAt: callBackOf(found),
    waived: new Set(waived.map(({ rule }) => rule)),
  };
}

/** A follow-up that was agreed on in a conversation is a call that the borrower asked for. */
export function callBackOf({
  nextFollowUpAt,
  lastCallResult,
}: Pick<CaseContactRow, 'nextFollowUpAt' | 'lastCallResult'>): Date | null {
  return lastCallResult !== null && SPOKEN.has(lastCallResult) ? nextFollowUpAt : null;
}

/** A borrower who says he has paid is left alone while the ledger is checked. */
function paymentCheck({ holdUntil }: CaseContactRow): Hold[] {
  return holdUntil ? [{ kind: 'PAYMENT_CHECK', contactId: null, channel: null, until: holdUntil }] : [];
}
