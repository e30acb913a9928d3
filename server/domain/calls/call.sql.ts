import type { CallDirection, CallReason } from '../../../contract/contact/calls.js';
import type { PartyAnswer } from '../../../contract/contact/who-answers.js';
import { list, sql, type Statement } from '../../platform/db/sql.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import type { EventPayload } from '../../../contract/events/events.js';
import type { CallFacts } from './call.rules.js';

/** A call as commands read it, locked. */
export interface Call extends CallFacts {
  id: number;
  direction: CallDirection;
  agentId: number;
  caseId: number | null;
  contactId: number | null;
  receiptId: number | null;
  institutionId: number;
  supplier: string;
  extensionNumber: string;
  callerNumber: string | null;
  supplierCallId: string | null;
  numberEnc: Buffer | null;
  requestedAt: Date;
  askedAt: Date | null;
  hangupAt: Date | null;
  hangupReason: CallReason | null;
  recordingUrl: string | null;
  recording: string | null;
  party: PartyAnswer | null;
  pendingAgentId: number | null;
}

const COLUMNS = sql`
  c.id, c.direction, c.state, c.agent_id AS agentId, c.case_id AS caseId, c.contact_id AS contactId, c.receipt_id AS receiptId,
  c.institution_id AS institutionId, c.supplier, c.caller_number AS callerNumber,
  c.extension_number AS extensionNumber, c.supplier_call_id AS supplierCallId, c.number_enc AS numberEnc,
  c.requested_at AS requestedAt, c.asked_at AS askedAt, c.ringing_at AS ringingAt, c.answered_at AS answeredAt,
  c.ended_at AS endedAt, c.hangup_at AS hangupAt, c.hangup_reason AS hangupReason, c.reason,
  c.hung_up_by AS hungUpBy, c.closed_by AS closedBy, c.recording_url AS recordingUrl, c.recording,
  c.party, c.pending_agent_id AS pendingAgentId`;

export function lockCall(callId: number): Statement {
  return sql`SELECT ${COLUMNS} FROM phone_call c WHERE c.id = ${callId} FOR UPDATE`;
}

export function lockCalls(callIds: readonly number[]): Statement {
  return sql`SELECT ${COLUMNS} FROM phone_call c WHERE c.id IN ${list(callIds)} ORDER BY c.id FOR UPDATE`;
}

export function lockCallsOf(agentId: number): Statement {
  return sql`SELECT ${COLUMNS} FROM phone_call c WHERE c.agent_id = ${agentId} AND c.is_live = 1 ORDER BY c.id FOR UPDATE`;
}

/** The call that a stored report is about: by our own key when the supplier repeats it, else by his number. */
export function lockReportedCall(reportId: number): Statement {
  return sql`
    SELECT ${COLUMNS} FROM phone_call c
    WHERE c.id = (
      SELECT COALESCE(r.call_id, (
        SELECT p.id FROM phone_call p WHERE p.supplier = r.supplier AND p.supplier_call_id = r.supplier_call_id))
      FROM call_report r WHERE r.id = ${reportId})
    FOR UPDATE`;
}

/** @param shown the number that the callee is shown, when the telephone says so */
export function saveFacts(callId: number, facts: CallFacts, shown: string | null = null): Statement {
  return sql`
    UPDATE phone_call SET state = ${facts.state}, ringing_at = ${facts.ringingAt}, answered_at = ${facts.answeredAt},
      ended_at = ${facts.endedAt}, reason = ${facts.reason}, hung_up_by = ${facts.hungUpBy},
      closed_by = ${facts.closedBy}, shown_number = COALESCE(shown_number, ${shown}), version = version + 1
    WHERE id = ${callId}`;
}

/** Asks the supplier for the end of a call that he was asked for; the report of its end comes by itself. */
export function requestHangUp(
  tx: Tx,
  call: Pick<Call, 'id' | 'agentId' | 'caseId'>,
  reason: CallReason,
): void {
  tx.write(sql`
    UPDATE phone_call SET hangup_at = ${tx.now}, hangup_reason = ${reason}, version = version + 1
    WHERE id = ${call.id}`);
  emitCall(tx, 'call.hangUpRequested', { callId: call.id, agentId: call.agentId, caseId: call.caseId });
}

type CallEvent =
  | 'call.received'
  | 'call.hangUpRequested'
  | 'call.answerRequested'
  | 'call.recordingOffered'
  | 'call.recorded';
type Whose = EventPayload<CallEvent>;

export function emitCall(tx: Tx, name: CallEvent, { callId, agentId, caseId }: Whose): void {
  tx.emit(name, { callId, agentId, caseId });
}

export function emitProgress(tx: Tx, call: Pick<Call, 'id' | 'agentId' | 'caseId'>, facts: CallFacts): void {
  const { state, reason, endedAt, answeredAt, ringingAt } = facts;
  const payload = { callId: call.id, agentId: call.agentId, caseId: call.caseId, state, reason };
  // A supplier's report may come late.
  tx.emit('call.progressed', payload, { effectiveAt: endedAt ?? answeredAt ?? ringingAt ?? tx.now });
}
