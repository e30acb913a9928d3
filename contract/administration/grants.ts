import { z } from 'zod';
import { ROLES, type Role } from '../codes.js';
import { MENU_KEYS, PERMISSIONS, type Grants, type MenuKey, type Permission } from '../permissions.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';

/** `institutionalManagement/permissions` (GET), `institutionalManagement/permissions/seeAs`. */
export const GrantsQuery = z.object({ institutionId: IdText, role: z.enum(ROLES) });
export type GrantsQuery = z.infer<typeof GrantsQuery>;

export const GrantsForm = z.object({
  permissions: z.array(z.enum(PERMISSIONS)).max(PERMISSIONS.length),
  menu: z.array(z.enum(MENU_KEYS)).max(MENU_KEYS.length),
});
export type GrantsForm = z.infer<typeof GrantsForm>;

/** `institutionalManagement/permissions/preview`: who would lose or gain what. Nothing is changed. */
export const GrantsWish = GrantsForm.extend({ institutionId: Id, role: z.enum(ROLES) });
export type GrantsWish = z.infer<typeof GrantsWish>;

/** `institutionalManagement/permissions` (POST). `version` is 0 where the institution had nothing of its own. */
export const GrantsChange = GrantsWish.extend({
  version: z.int().min(0).optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type GrantsChange = z.infer<typeof GrantsChange>;

/** The rights of a role in an institution. */
export interface GrantsInfo extends Grants {
  institutionId: number;
  institutionName: string;
  role: Role;
  version: number;
  /** The rights of this role in the institution above: the upper limit. */
  offered: Grants;
  /** Whether the viewer may change it: only below the own institution. */
  editable: boolean;
  updatedBy: string | null;
  updatedAt: string | null;
}

/** For one permission or menu entry: how many enabled people it changes, and the first of their names. */
export interface GrantEffect {
  key: Permission | MenuKey;
  people: number;
  named: string[];
}
export interface GrantsPreview {
  lost: GrantEffect[];
  gained: GrantEffect[];
  /** The institution and those below it in which something changes. */
  institutions: number;
}

/** Everything a person of the role would see and may call. No session is opened. */
export interface SeenAs extends Grants {
  calls: { method: string; path: string }[];
}
