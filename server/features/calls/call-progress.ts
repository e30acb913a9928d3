import type { Tx } from '../../platform/db/unit-of-work.js';
import type { GuardService } from '../guard/guard.service.js';
import { afterReport, sameFacts, type CallFacts, type Happening } from './call.rules.js';
import { emitProgress, saveFacts, type Call } from './call.sql.js';

/**
 * Writes what happened to a locked call, with what the guard is to know of it: an answer is a conversation, and a call
 * that failed before it rang has spent no attempt. A repetition writes nothing.
 */
export function happenedHere(tx: Tx, guard: GuardService, call: Call, happening: Happening): CallFacts {
  const after = afterReport(call, asAsked(call, happening));
  if (sameFacts(call, after)) return after;
  tx.write(saveFacts(call.id, after));
  if (call.receiptId !== null && call.direction === 'OUT') {
    if (call.answeredAt === null && after.answeredAt !== null)
      guard.conversation(tx, call.receiptId, after.answeredAt);
    if (after.state === 'FAILED' && call.state !== 'FAILED' && neverRang(after))
      guard.release(tx, call.receiptId, after.reason ?? 'FAILED');
  }
  emitProgress(tx, call, after);
  return after;
}

/** LOST is what nobody knows of: it may have rung, so it has spent its attempt. */
function neverRang({ ringingAt, reason }: CallFacts): boolean {
  return ringingAt === null && reason !== 'LOST';
}

/** The supplier says that the collector's side hung up; when money had come, it was not the collector. */
function asAsked(call: Call, happening: Happening): Happening {
  const paid = call.hangupReason === 'PAID' && happening.type === 'ENDED' && happening.hungUpBy === 'AGENT';
  return paid ? { ...happening, reason: 'PAID', hungUpBy: 'SYSTEM' } : happening;
}
