import type { Grants, MenuKey, Permission } from '../../../contract/permissions.js';
import { exceeding, intersect, type StoredGrants } from '../../platform/auth/grants.rules.js';

/** An institution of the branch that a change reaches, and what it has of its own. */
export interface Spot {
  id: number;
  parentId: number | null;
  own: StoredGrants | undefined;
}
export type GrantKey = Permission | MenuKey;
/** By what is lost or gained: the institutions in which it is. */
export type Places = Map<GrantKey, number[]>;

export interface Effects {
  lost: Places;
  gained: Places;
  institutions: number;
}

/**
 * Effects of new rights in the first institution of a branch, there and below.
 *
 * @param held the role's current rights in that institution
 * @param wished the wanted rights
 * @param branch parents before their children
 */
export function effectsOf(held: Grants, wished: Grants, branch: readonly Spot[]): Effects {
  const known = new Map<number, { before: Grants; after: Grants }>();
  const effects: Effects = { lost: new Map(), gained: new Map(), institutions: 0 };
  for (const [index, { id, parentId, own }] of branch.entries()) {
    const above = known.get(parentId ?? 0);
    if (index > 0 && !above) continue;
    const place =
      index === 0
        ? { before: held, after: wished }
        : { before: narrowed(above!.before, own), after: narrowed(above!.after, own) };
    known.set(id, place);
    const [lost, gained] = [exceeding(place.before, place.after), exceeding(place.after, place.before)];
    const keysOf = ({ permissions, menu }: typeof lost): GrantKey[] => [...permissions, ...menu];
    for (const key of keysOf(lost)) note(effects.lost, key, id);
    for (const key of keysOf(gained)) note(effects.gained, key, id);
    if (keysOf(lost).length + keysOf(gained).length > 0) effects.institutions += 1;
  }
  return effects;
}

function narrowed(held: Grants, own: StoredGrants | undefined): Grants {
  return own ? intersect(held, own) : held;
}

function note(places: Places, key: GrantKey, id: number): void {
  const ids = places.get(key);
  if (ids) ids.push(id);
  else places.set(key, [id]);
}
