import { SCRIPT_ITEMS } from './contact/first-contact.js';
import { z } from 'zod';
import { CASE_SORTS } from './cases/cases.js';
import {
  CALL_RESULTS,
  CALL_STATUSES,
  CASE_GROUP_NAMES,
  CASE_STATUSES,
  COLLECTION_RESULTS,
  CONTACT_TYPES,
} from './codes.js';
import { IsoDay, IsoTime } from './shared/date.js';
import { ClientRequestId, Id } from './shared/id.js';
import { PAGE_SIZES } from './shared/page.js';

/** A person's own settings, columns, list views and drafts, the same on every browser. */
export const MAX_VIEWS = 50;
export const MAX_GRIDS = 40;

export const FONT_SCALES = [100, 112, 125] as const;

/** Keys of a shortcut as react-hotkeys-hook writes them: "j", "ctrl+enter", "shift+slash". Empty: switched off. */
const Keys = z
  .string()
  .max(40)
  .regex(/^[a-z0-9+, /?.;'[\]=-]*$/);
export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).optional(),
  density: z.enum(['comfortable', 'compact']).optional(),
  /** Percent of the whole page's font size. */
  fontScale: z.literal(FONT_SCALES).optional(),
  /** Rows of a list's page; left out: as many as the list has by itself. */
  pageSize: z.literal(PAGE_SIZES).optional(),
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  shortcuts: z.boolean().optional(),
  /** Action -> keys, where they differ from the product's own. */
  keys: z
    .record(z.string().regex(/^[a-z-]{1,32}$/), Keys)
    .refine((keys) => Object.keys(keys).length <= 60)
    .optional(),
  /** Groups of the menu whose entries are folded away. */
  foldedMenu: z
    .array(z.string().regex(/^[a-z]{1,16}$/))
    .max(12)
    .optional(),
});
export type Settings = z.infer<typeof Settings>;

export const GridName = z.string().regex(/^[a-z][a-z-]{0,38}$/);
/** In the order shown. */
export const ColumnStates = z
  .array(
    z.object({
      colId: z.string().min(1).max(40),
      width: z.int().min(20).max(2_000).optional(),
      hide: z.boolean().nullish(),
      pinned: z.enum(['left', 'right']).nullish(),
    }),
  )
  .max(60);
export type ColumnStates = z.infer<typeof ColumnStates>;
export const ColumnsChange = z.object({ columns: ColumnStates });
export type ColumnsChange = z.infer<typeof ColumnsChange>;

/** `preferences/own`: everything that a screen needs before it is drawn. */
export interface OwnPreferences {
  settings: Settings;
  columns: Record<string, ColumnStates>;
}

/** A view keeps how the list is filtered and sorted; whom somebody looked for is personal and is not kept. */
export const ViewQuery = z.strictObject({
  status: z.enum(CASE_STATUSES).optional(),
  group: z.enum(CASE_GROUP_NAMES).optional(),
  due: z.enum(['now', 'promisedToday', 'paidToday']).optional(),
  contactable: z.literal('now').optional(),
  appName: z.string().trim().min(1).max(60).optional(),
  ownerId: Id.optional(),
  sort: z.enum(CASE_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});
export type ViewQuery = z.infer<typeof ViewQuery>;

const ViewContent = {
  query: ViewQuery,
  columns: ColumnStates.nullish(),
  density: z.enum(['comfortable', 'compact']).nullish(),
  /** With the own group; a leader's. */
  shared: z.boolean().default(false),
};
const ViewName = z.string().trim().min(1).max(60);

export const NewView = z.object({ name: ViewName, ...ViewContent });
export type NewView = z.infer<typeof NewView>;

/** Fields left out stay as they are. */
export const ViewChange = z.object({
  name: ViewName.optional(),
  query: ViewQuery.optional(),
  columns: ColumnStates.nullish(),
  density: z.enum(['comfortable', 'compact']).nullish(),
  shared: z.boolean().optional(),
});
export type ViewChange = z.infer<typeof ViewChange>;

export interface SavedView {
  id: number;
  name: string;
  query: ViewQuery;
  columns: ColumnStates | null;
  density: 'comfortable' | 'compact' | null;
  shared: boolean;
  /** Only its owner may change it. */
  own: boolean;
  ownerName: string;
}

/** The case form as it stands, before it is saved. */
export const CaseDraft = z.object({
  callStatus: z.enum(CALL_STATUSES).nullable(),
  callResult: z.enum(CALL_RESULTS).nullable(),
  collectionResult: z.enum(COLLECTION_RESULTS).nullable(),
  script: z.array(z.enum(SCRIPT_ITEMS)).max(SCRIPT_ITEMS.length).default([]),
  contactId: Id.nullable(),
  contactType: z.enum(CONTACT_TYPES),
  /** Pesos as typed. */
  promiseAmount: z.string().max(20).nullable(),
  promiseDate: IsoDay.nullable(),
  nextFollowUpAt: IsoTime.nullable(),
  notes: z.string().max(1_000),
  requestId: ClientRequestId,
});
export type CaseDraft = z.infer<typeof CaseDraft>;

/** `version` counts the saves of one draft: the higher one wins, wherever it was typed. */
export const DraftSave = z.object({ version: z.int().min(1).max(1_000_000_000), draft: CaseDraft });
export type DraftSave = z.infer<typeof DraftSave>;

export interface StoredDraft {
  version: number;
  draft: CaseDraft;
}
/** `newer`: what was kept instead, when the version sent was not the highest. */
export interface DraftAnswer {
  version: number;
  newer: CaseDraft | null;
}
