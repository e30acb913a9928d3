import type { CallResult, CaseStatus } from '../../../../contract/codes.js';
import type { Actor } from '../../../platform/auth/actor.js';
import { casesOf } from '../../../platform/auth/scope.js';
import { sql, type Statement } from '../../../platform/db/sql.js';
import { pendingCall } from '../../calls/who-answers.sql.js';
import type { ContactBlock } from './record.rules.js';

/** Facts that a record is judged by, read with the case locked. */
export interface CaseState {
  id: number;
  borrowerId: number;
  institutionId: number;
  groupId: number | null;
  status: CaseStatus;
  ownerId: number | null;
  amountDue: number;
  promiseId: number | null;
  promiseAmount: number | null;
  promiseDue: string | null;
  lastCallResult: CallResult | null;
  lastCallAt: Date | null;
  lastCallBy: number | null;
  nextFollowUpAt: Date | null;
  willingness: CallResult | null;
  holdUntil: Date | null;
  version: number;
  /** The actor's call that waits for who answers. */
  pendingCallId: number | null;
  /** The actor's call whose borrower has to be told what a first contact asks for. */
  scriptCallId: number | null;
}
export interface ContactState {
  id: number;
  lastCallResult: CallResult | null;
  unreachedOn: string | null;
  blocked: ContactBlock | null;
}
export interface LivePromise {
  id: number;
  reschedules: number;
}

const NONE: Statement = { text: 'NULL', params: [] };

/** @param scriptCall the column of `scriptCallId` */
export function lockCase(actor: Actor, caseId: number, scriptCall: Statement = NONE): Statement {
  return sql`
    SELECT c.id, c.borrower_id AS borrowerId, c.institution_id AS institutionId, c.group_id AS groupId, c.status, c.owner_id AS ownerId,
      c.amount_due AS amountDue, c.promise_id AS promiseId, c.promise_amount AS promiseAmount, c.promise_due AS promiseDue,
      c.last_call_result AS lastCallResult, c.last_call_at AS lastCallAt, c.last_call_by AS lastCallBy,
      c.next_follow_up_at AS nextFollowUpAt, c.willingness, c.hold_until AS holdUntil, c.version, ${pendingCall(actor)} AS pendingCallId,
      ${scriptCall} AS scriptCallId
    FROM collection_case c WHERE c.id = ${caseId} AND ${casesOf(actor)} FOR UPDATE`;
}

export function contactOf(caseId: number, contactId: number | null): Statement {
  return sql`
    SELECT k.id, k.last_call_result AS lastCallResult, k.unreached_on AS unreachedOn, k.blocked
    FROM contact k JOIN collection_case c ON c.borrower_id = k.borrower_id
    WHERE k.id = ${contactId} AND c.id = ${caseId}`;
}

export function livePromise(caseId: number): Statement {
  return sql`
    SELECT p.id, p.reschedules FROM collection_case c JOIN promise p ON p.id = c.promise_id WHERE c.id = ${caseId}`;
}

export const statusChanged = (caseId: number, status: CaseStatus): Statement =>
  sql`UPDATE collection_case SET status = ${status}, version = version + 1 WHERE id = ${caseId}`;
