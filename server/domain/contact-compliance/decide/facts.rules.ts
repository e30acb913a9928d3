import { CALL_OUTCOMES } from '../../../../contract/contact/call-results.js';
import type { ComplianceFacts, Hold } from './compliance.rules.js';
import type { BorrowerRow, CaseContactRow, FactRows } from './compliance.sql.js';
import { policyOf } from '../policy/policy.rules.js';
import { whereaboutsOf } from './zones.rules.js';

const SPOKEN = new Set(CALL_OUTCOMES.filter(({ group }) => group === 'CNCT').map(({ result }) => result));

/** Turns the rows into the facts that the rules take; null when there is no such case. */
export function factsOf([borrowers, cases, ...rest]: FactRows): ComplianceFacts | null {
  const borrower = borrowers[0];
  const found = cases[0];
  return borrower && found ? toFacts(borrower, found, rest) : null;
}

/** One contact of a case whose borrower's rows are read already. */
export function toFacts(
  borrower: BorrowerRow,
  found: CaseContactRow,
  [history, holds, waived, payments, stops]: [
    FactRows[2],
    FactRows[3],
    FactRows[4],
    FactRows[5],
    FactRows[6],
  ],
): ComplianceFacts {
  return {
    inForce: policyOf(found),
    where: whereaboutsOf(borrower.state, borrower.municipality),
    status: found.status,
    unreleased: Number(found.unreleased) === 1,
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
    holds: [...holds, ...paymentCheck(found), ...heldNumber(found)],
    stops,
    history,
    payments: payments.map(({ amount, at, pending }) => ({ amount, at, pending: Number(pending) === 1 })),
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

/** Hold of a complaint by telephone number: it concerns whoever has the number. */
function heldNumber({ phoneHeld, contactId }: CaseContactRow): Hold[] {
  return Number(phoneHeld) === 1 ? [{ kind: 'COMPLAINT', contactId, channel: null, until: null }] : [];
}
