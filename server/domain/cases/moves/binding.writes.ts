import type { BoundCases, MovedCases } from '../../../../contract/cases/case-moves.js';
import { isOpen } from '../../../../contract/codes.js';
import { rowsOf, sql } from '../../../platform/db/sql.js';
import type { Tx } from '../../../platform/db/unit-of-work.js';
import type { CaseMove } from './move.writes.js';

/** @param bindId takes back what moved */
export function bound(bindId: number, moved: MovedCases): BoundCases {
  return { ...moved, bindId: moved.accepted.length > 0 ? bindId : null };
}

/** Remembers what a binding moved, in its own transaction. */
export function keepAs(bindId: number) {
  return (tx: Tx, moved: readonly CaseMove[]): void => {
    const kept = moved.filter(({ move }) => isOpen(move.statusAfter));
    if (kept.length === 0) return;
    tx.write(
      sql`INSERT INTO binding (id, bound_by, bound_at) VALUES (${bindId}, ${tx.actor.userId}, ${tx.now})`,
    );
    tx.write(sql`
      INSERT INTO binding_case (binding_id, case_id, owner_id, group_id, version)
      VALUES ${rowsOf(kept.map(({ state }) => [bindId, state.id, state.ownerId, state.groupId, state.version + 1]))}`);
  };
}
