import { z } from 'zod';
import type { WaitingChange } from './approvals.js';
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

/** Rights that administrators of a topmost institution keep: without them nobody could give any back. */
export const ADMIN_CORE: Grants = {
  permissions: [
    'approval:decide',
    'institution:read',
    'institution:manage',
    'user:read',
    'user:manage',
    'grants:read',
    'grants:manage',
    'session:revoke',
    'audit:read',
    'setup:read',
  ],
  menu: ['management-users', 'management-institutions', 'management-permissions', 'management-accounts'],
};

/** The rights of a role in an institution. */
export interface GrantsInfo extends Grants {
  institutionId: number;
  institutionName: string;
  role: Role;
  version: number;
  /** The upper limit: the role's rights in the institution above; of a topmost one, those it begins with. */
  offered: Grants;
  /** Rights that the role keeps there, whoever changes them. */
  core: Grants;
  /** Whether the viewer may change it: below the own institution, and in it where it is a topmost one. */
  editable: boolean;
  /** More rights of administrators, of which another administrator decides. */
  waiting: WaitingGrants | null;
  updatedBy: string | null;
  updatedAt: string | null;
}

/** Rights that a change gives and takes, over those in force when it is carried out. */
export interface GrantsDelta {
  give: Grants;
  take: Grants;
}
export type WaitingGrants = WaitingChange & GrantsDelta;

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
