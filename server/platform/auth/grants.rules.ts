import { ADMIN_CORE } from '../../../contract/administration/grants.js';
import type { Role } from '../../../contract/codes.js';
import {
  MENU_KEYS,
  PERMISSIONS,
  ROLE_GRANTS,
  type Grants,
  type MenuKey,
  type Permission,
} from '../../../contract/permissions.js';

/** As a row of role_grant holds them: names that the contract no longer knows may be among them. */
export interface StoredGrants {
  permissions: readonly string[];
  menu: readonly string[];
}

/** The ids from the topmost institution to the one with this path. */
export function idsOfPath(path: string): number[] {
  return path.split('/').filter(Boolean).map(Number);
}

/**
 * Rights of a role at the end of a path: nobody below has more than those above.
 *
 * @param chain of each institution from the topmost one on; undefined where it has nothing of its own
 */
export function grantsAt(role: Role, chain: readonly (StoredGrants | undefined)[]): Grants {
  const [top = ROLE_GRANTS[role], ...below] = chain;
  const everything = { permissions: PERMISSIONS, menu: MENU_KEYS };
  return below.reduce<Grants>((held, own) => (own ? intersect(held, own) : held), intersect(everything, top));
}

/** The part of `held` that is `wanted`, in the contract's order. */
export function intersect(held: Grants, wanted: StoredGrants): Grants {
  const [permissions, menu] = [new Set<string>(wanted.permissions), new Set<string>(wanted.menu)];
  return {
    permissions: held.permissions.filter((permission) => permissions.has(permission)),
    menu: held.menu.filter((key) => menu.has(key)),
  };
}

/** Rights that a role keeps in an institution, whoever changes them. */
export function coreOf(role: Role, isTopmost: boolean): Grants {
  return isTopmost && role === 'admin' ? ADMIN_CORE : { permissions: [], menu: [] };
}

export interface GrantsDifference {
  permissions: Permission[];
  menu: MenuKey[];
}

/** Rights in `one` and not in `other`. */
export function exceeding(one: Grants, other: Grants): GrantsDifference {
  return {
    permissions: one.permissions.filter((permission) => !other.permissions.includes(permission)),
    menu: one.menu.filter((key) => !other.menu.includes(key)),
  };
}
