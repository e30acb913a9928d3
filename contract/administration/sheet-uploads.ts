import { z } from 'zod';
import { Id } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

/** Workbooks that are shown before they take effect, and applied by one confirmation. */
export const SHEET_KINDS = ['users', 'softphones'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

/** The sheet of each, and the heads of its columns. An empty cell leaves what stands, and is the usual of what is new. */
export const SHEET_LAYOUTS = {
  users: {
    users: [
      'username', 'name', 'role', 'institution', 'group', 'queue', 'ranked', 'longAging', 'ptpRole', 'autoDial',
      'showAnnouncement', 'channels', 'liveness', 'affiliatedSystem', 'autoReborrow', 'products', 'loanTypes', 'appSystems',
      'tenureFrom', 'email',
    ],
  },
  softphones: { softphones: ['extensionNumber', 'supplier', 'provider', 'password', 'institution', 'collector'] },
} as const satisfies Record<SheetKind, Record<string, readonly string[]>>; // prettier-ignore

/** Why a cell was refused. */
export const SHEET_REASONS = [
  'required', 'format', 'formula', 'merged', 'unknown', 'twice', 'taken', 'beyond', 'byForm', 'hasWork', 'disabled', 'oneEach',
] as const; // prettier-ignore
export type SheetReason = (typeof SHEET_REASONS)[number];

/** Refused cells of a file that are kept; the rest is counted. */
export const MAX_SHEET_ERRORS = 1_000;

/** READY: it waits for its confirmation. STALE: what it would have changed was changed meanwhile, and nothing was done. */
export const SHEET_STATES = [
  'WAITING', 'READY', 'CONFIRMED', 'APPLIED', 'REFUSED', 'STALE',
] as const; // prettier-ignore

/** `manage/user/uploadResult/{id}`, `softPhone/uploadResult/{id}`; for who sent it. */
export interface SheetUpload {
  id: number;
  fileName: string;
  status: (typeof SHEET_STATES)[number];
  /** Why nothing of the file holds, in the viewer's language. */
  failure: string | null;
  /** Rows of the file, counted before the first is read; 0: not yet. */
  rowsTotal: number;
  rowsRead: number;
  /** Rows become visible to others only after the last one. */
  rowsWritten: number;
  created: number;
  changed: number;
  /** Rows that say what stands already. */
  same: number;
  /** Rows that are left out, and their refused cells: 1,000 of them are kept, the others counted. */
  refusedRows: number;
  refused: number;
}

export const SHEET_ACTS = ['CREATED', 'CHANGED', 'REFUSED'] as const;
/** `…/uploadResult/{id}/rows` */
export const SheetRowsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  act: z.enum(SHEET_ACTS).default('CREATED'),
});
export type SheetRowsQuery = z.infer<typeof SheetRowsQuery>;

export interface SheetChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** The effect of a row, or the cell that prevents it. */
export interface SheetRowSeen {
  id: number;
  /** As the workbook names it: row 12, or the refused cell C12. */
  place: string;
  /** The person or thing it is about. */
  name: string;
  /** By field, without secrets. For a refused cell: its column and the reason. */
  changes: SheetChange[];
  column: string | null;
  reason: SheetReason | null;
}

/** POST `manage/user/applyUpload`, `softPhone/applyUpload`: all good rows of it, or none. */
export const SheetConfirm = z.object({ id: Id });
export type SheetConfirm = z.infer<typeof SheetConfirm>;

const SheetRef = z.object({ uploadId: Id, institutionId: Id, userId: Id, kind: z.enum(SHEET_KINDS) });
export const SHEET_EVENTS = {
  'sheet.uploaded': SheetRef,
  'sheet.confirmed': SheetRef,
  /** It was read, or applied, or neither. */
  'sheet.handled': SheetRef.extend({
    status: z.enum(SHEET_STATES),
    created: z.int(),
    changed: z.int(),
    refused: z.int(),
  }),
  /** New activation codes of so many people were told to who had uploaded them. */
  'sheet.codesTold': SheetRef.extend({ people: z.int() }),
} as const;
