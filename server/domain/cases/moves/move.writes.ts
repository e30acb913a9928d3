import { businessDay, daysBetween } from '../../../../contract/shared/date.js';
import { list, sql } from '../../../platform/db/sql.js';
import type { EmittedEvent, Tx } from '../../../platform/db/unit-of-work.js';
import { holdWithCases, liftWithCases } from '../../contact-compliance/holds/case-holds.writes.js';
import { endsPromise, type Move, type MovedCase } from './move.rules.js';
import type { MovedPromise } from './move.sql.js';

export type CaseMove = { state: MovedCase; move: Move };

/** Writes moves that were judged, in a statement per kind of move. @returns their events, for the score card. */
export function writeMoves(
  tx: Tx,
  moves: readonly CaseMove[],
  promises: readonly MovedPromise[],
  reason: string | null,
): EmittedEvent[] {
  const events: EmittedEvent[] = [];
  for (const alike of groupsOf(moves)) {
    writeCases(tx, alike);
    const ids = alike.map(({ state }) => state.id);
    const { event } = alike[0]!.move;
    if (event === 'case.withdrawn' || event === 'case.closed') holdWithCases(tx, ids, reason);
    if (event === 'case.reinstated') liftWithCases(tx, ids);
    events.push(...emitMoves(tx, alike, reason));
  }
  const ended = moves.filter(({ state, move }) => endsPromise(state, move));
  if (ended.length > 0) endPromises(tx, ended, promises);
  return events;
}

/** Moves that write the same: the same event to the same status, owner and group. */
function groupsOf(moves: readonly CaseMove[]): CaseMove[][] {
  const groups = new Map<string, CaseMove[]>();
  for (const moved of moves) {
    const { event, statusAfter, ownerId, groupId } = moved.move;
    const key = [event, statusAfter, ownerId, groupId].join();
    groups.set(key, [...(groups.get(key) ?? []), moved]);
  }
  return [...groups.values()];
}

function writeCases(tx: Tx, alike: readonly CaseMove[]): void {
  const { statusAfter, ownerId, groupId } = alike[0]!.move;
  // previous_owner_id stands before owner_id: MySQL assigns from left to right.
  tx.write(sql`
    UPDATE collection_case SET status = ${statusAfter}, previous_owner_id = COALESCE(owner_id, previous_owner_id),
      owner_id = ${ownerId}, group_id = ${groupId}, moved_at = ${tx.now},
      assigned_at = ${ownerId === null ? null : tx.now}, version = version + 1
    WHERE id IN ${list(alike.map(({ state }) => state.id))}`);
}

function emitMoves(tx: Tx, alike: readonly CaseMove[], reason: string | null): EmittedEvent[] {
  return tx.emitMany(
    alike[0]!.move.event,
    alike.map(({ state, move }) => ({
      caseId: state.id,
      from: state.ownerId,
      to: move.ownerId,
      amount: state.amountDue,
      daysPastDue: daysBetween(state.dueDate, businessDay(tx.now)),
      statusBefore: state.status,
      statusAfter: move.statusAfter,
      reason,
    })),
  );
}

function endPromises(tx: Tx, ended: readonly CaseMove[], promises: readonly MovedPromise[]): void {
  tx.write(sql`
    UPDATE collection_case SET promise_id = NULL, promise_amount = NULL, promise_due = NULL, next_follow_up_at = NULL
    WHERE id IN ${list(ended.map(({ state }) => state.id))}`);
  const statuses = new Map(ended.map(({ state, move }) => [state.id, move.statusAfter]));
  const cancelled = promises.filter((promise) => statuses.has(promise.caseId));
  if (cancelled.length === 0) return;
  tx.write(sql`
    UPDATE promise SET status = 'CANCELLED', settled_at = ${tx.now}, version = version + 1
    WHERE id IN ${list(cancelled.map((promise) => promise.id))} AND status = 'OPEN'`);
  tx.emitMany(
    'promise.settled',
    cancelled.map(({ id: promiseId, ...promise }) => {
      return { ...promise, promiseId, status: 'CANCELLED', statusAfter: statuses.get(promise.caseId)! };
    }),
  );
}
