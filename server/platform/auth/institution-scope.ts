import { anything, list, sql, type Statement } from '../db/sql.js';
import type { Actor } from './actor.js';

/** Where somebody stands in the tree of institutions. */
export type InstitutionScope = Pick<Actor, 'institutionIds' | 'path' | 'everywhere'>;

/** More institutions than these are not named one by one: ten thousand placeholders cost more than the list they narrow. */
const FEW = 64;

/** A condition: the institution in this column, which is never empty, is one of the actor's. */
export function institutionsIn(
  { institutionIds, path, everywhere }: InstitutionScope,
  column: Statement,
): Statement {
  if (institutionIds.length <= FEW) return sql`${column} IN ${list(institutionIds)}`;
  if (everywhere) return anything;
  return sql`${column} IN (SELECT place.id FROM institution place WHERE place.path LIKE ${`${path}%`})`;
}

/** The same for rows in an order that an index on institutions would not give: who sees all of them asks for none. */
export function institutionsInOrder(scope: InstitutionScope, column: Statement): Statement {
  return scope.everywhere ? anything : institutionsIn(scope, column);
}
