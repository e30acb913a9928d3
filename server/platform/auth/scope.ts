import { all, list, sql, type Statement } from '../db/sql.js';
import type { Actor } from './actor.js';

/**
 * The rows that a person may see, as SQL conditions. A row outside answers as if it did not exist: queries put the scope
 * into WHERE, they never fetch first and ask after.
 */
export type CaseScope = { column: 'owner_id' | 'group_id' | 'institution_id'; ids: readonly number[] };

/** A member sees own cases, a leader the own group's, supervisor and admin those of the institution and its children. */
export function caseScope(actor: Actor): CaseScope {
  if (actor.role === 'member') return { column: 'owner_id', ids: [actor.userId] };
  if (actor.role === 'leader')
    return { column: 'group_id', ids: actor.groupId === null ? [] : [actor.groupId] };
  return { column: 'institution_id', ids: actor.institutionIds };
}

/** A condition on collection_case under the alias `c`. */
export function casesOf(actor: Actor): Statement {
  const { column, ids } = caseScope(actor);
  if (column === 'owner_id') return sql`c.owner_id = ${actor.userId}`;
  if (column === 'group_id') return sql`c.group_id IN ${list(ids)}`;
  return sql`c.institution_id IN ${list(ids)}`;
}

/** A condition on user under the alias `u`. */
export function peopleOf(actor: Actor): Statement {
  if (actor.role === 'member') return sql`u.id = ${actor.userId}`;
  const institution = sql`u.institution_id IN ${list(actor.institutionIds)}`;
  return actor.role === 'leader' ? all([institution, sql`u.group_id = ${actor.groupId}`]) : institution;
}
