import type { CallReason } from '../../../contract/contact/calls.js';
import type { Tx } from '../../platform/db/unit-of-work.js';
import { noteConversation, releaseReceipt } from '../contact-compliance/decide/receipts.writes.js';
import { afterReport, sameFacts, type CallFacts, type Happening } from './call.rules.js';
import { emitProgress, saveFacts, type Call } from './call.sql.js';

/**
 * Writes what happened to a locked call and tells the guard: an answered call is a conversation, and a call
 * that failed before it rang is no attempt. A repetition writes nothing.
 */
export function happenedHere(tx: Tx, call: Call, happening: Happening, shown?: string | null): CallFacts {
  const after = afterReport(call, withHangupReason(call, happening));
  if (sameFacts(call, after)) return after;
  tx.write(saveFacts(call.id, after, shown));
  if (call.receiptId !== null && call.direction === 'OUT') {
    if (call.answeredAt === null && after.answeredAt !== null)
      noteConversation(tx, call.receiptId, after.answeredAt);
    if (after.state === 'FAILED' && call.state !== 'FAILED' && neverRang(after))
      releaseReceipt(tx, call.receiptId, after.reason ?? 'FAILED');
  }
  emitProgress(tx, call, after);
  return after;
}

/** LOST means that no report says how the call went. It may have rung, so it counts as an attempt. */
function neverRang({ ringingAt, reason }: CallFacts): boolean {
  return ringingAt === null && reason !== 'LOST';
}

/** Hung up by the system: there is nothing to ask for any more, or nobody may be called. */
export function isForbidden(reason: CallReason | null): boolean {
  return reason === 'PAID' || reason === 'HELD' || reason === 'STOPPED' || reason === 'CALLER_NUMBER';
}

/** The supplier reports that the collector's side hung up. If a payment, a hold or a stop had asked for that, it is the reason. */
function withHangupReason(call: Call, happening: Happening): Happening {
  const { hangupReason: reason } = call;
  if (!isForbidden(reason) || happening.type !== 'ENDED' || happening.hungUpBy !== 'AGENT') return happening;
  return { ...happening, reason, hungUpBy: 'SYSTEM' };
}
