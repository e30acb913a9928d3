import { z } from 'zod';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';

/** A tree of more institutions is told level by level. */
export const TREE_WHOLE = 500;

/** `management/institution/tree`. `parentId`: only those right below it. */
export const InstitutionTreeQuery = z.object({ parentId: IdText.optional() });
export type InstitutionTreeQuery = z.infer<typeof InstitutionTreeQuery>;

/** The institutions that the viewer may see, each with its groups and queues; of more than TREE_WHOLE only the topmost. */
export interface InstitutionNode {
  id: number;
  name: string;
  parentId: number | null;
  enabled: boolean;
  /** How many are right below it. */
  below: number;
  groups: { id: number; name: string }[];
  queues: { id: number; name: string }[];
}

const prefix = z
  .string()
  .trim()
  .max(80)
  .optional()
  .transform((text) => text || undefined);

export const PLACE_STATES = ['open', 'closed'] as const;
export const INSTITUTION_SORTS = ['name', 'code'] as const;

/** `institutionalManagement/list`. Name and code are searched by prefix; `parentId`: those right below it. */
export const InstitutionListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(INSTITUTION_SORTS),
  name: prefix,
  code: prefix,
  status: z.enum(PLACE_STATES).optional(),
  parentId: IdText.optional(),
});
export type InstitutionListQuery = z.infer<typeof InstitutionListQuery>;

/** The form of an institution. Only the topmost one has nothing above it. */
export const InstitutionForm = z.object({
  name: z.string().trim().min(1).max(80),
  code: z
    .string()
    .trim()
    .min(1)
    .max(32)
    .regex(/^[\w-]+$/),
  parentId: Id.nullable(),
});
export type InstitutionForm = z.infer<typeof InstitutionForm>;

/** `institutionalManagement/createOrUpdate`: without an id a new one. Another `parentId` moves it with all below it. */
export const InstitutionChange = InstitutionForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type InstitutionChange = z.infer<typeof InstitutionChange>;

/**
 * `institutionalManagement/setStatus`. Closing disables everybody who works there; `release`: what they have in hand is
 * released. Without it the refusal `user.hasWork` tells what that is.
 */
export const InstitutionStatusChange = z.object({
  id: Id,
  enabled: z.boolean(),
  version: Id.optional(),
  release: z.boolean().optional(),
});
export type InstitutionStatusChange = z.infer<typeof InstitutionStatusChange>;

export const InstitutionId = z.object({ id: IdText });
export type InstitutionId = z.infer<typeof InstitutionId>;

/** A row of `institutionalManagement/list`. */
export interface InstitutionRow extends InstitutionForm {
  id: number;
  version: number;
  enabled: boolean;
  parentName: string | null;
  groupCount: number;
  /** Enabled people of the institution itself. */
  userCount: number;
  /** Institutions right below it. */
  below: number;
}

/** `institutionalManagement/info`. */
export interface InstitutionInfo extends InstitutionRow {
  groups: GroupRow[];
}

const GroupForm = z.object({ institutionId: Id, name: z.string().trim().min(1).max(80) });

/** `institutionalManagement/group/createOrUpdate`. A group stays in its institution. */
export const GroupChange = GroupForm.extend({
  id: Id.optional(),
  version: Id.optional(),
  clientRequestId: ClientRequestId.optional(),
});
export type GroupChange = z.infer<typeof GroupChange>;

/** `institutionalManagement/group/setStatus`. A group in which somebody enabled is left cannot be closed. */
export const GroupStatusChange = z.object({ id: Id, enabled: z.boolean(), version: Id.optional() });
export type GroupStatusChange = z.infer<typeof GroupStatusChange>;

export interface GroupRow {
  id: number;
  version: number;
  name: string;
  enabled: boolean;
  userCount: number;
}
