import { z } from 'zod';
import type { RevealPurpose } from '../cases/borrowers.js';
import type { Relation } from '../codes.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { Id, IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

export const BEHAVIOUR_TYPES = [
  'LOGIN', 'LOGOUT', 'VIEW_CASE', 'REVEAL_PHONE', 'VIEW_PICTURE', 'VIEW_CONTACTS', 'COPY', 'EXPORT', 'PLAY_RECORDING',
  'SEND', 'DIAL', 'PAGE',
] as const; // prettier-ignore
export type BehaviourType = (typeof BEHAVIOUR_TYPES)[number];

/** Types that only a browser can see. The server writes every other type itself, and drops it when a browser reports it. */
export const BROWSER_TYPES = ['COPY', 'PAGE'] as const satisfies readonly BehaviourType[];
export type BrowserType = (typeof BROWSER_TYPES)[number];
export const isBrowserType = (type: BehaviourType): type is BrowserType =>
  (BROWSER_TYPES as readonly BehaviourType[]).includes(type);

/** Reading a case is recorded once per person, case and type in this time. */
export const READ_EVERY_MINUTES = 10;

/** Characters of `detail` that are stored; the rest is cut. */
export const DETAIL_LENGTH = 120;

/**
 * `user/behavior/add`: what somebody did; kept when it is a `BrowserType`. `loanId` is the lender's number of a case, or the
 * loan item's id as it stands in the case's address. `ip` is what the
 * browser believes its address to be: kept as its claim, beside the address that the server saw.
 */
export const AddBehaviour = z.object({
  type: z.enum(BEHAVIOUR_TYPES),
  loanId: z
    .union([z.string().trim().max(40), z.int()])
    .nullish()
    .transform((id) => (id ? String(id) : null)),
  /** The case, where the page knows no loan. */
  taskId: Id.nullish(),
  detail: z.string().max(2_000).default(''),
  ip: z.union([z.ipv4(), z.ipv6()]).nullish().catch(null),
});
export type AddBehaviour = z.infer<typeof AddBehaviour>;

/** `time~id` of a row: what follows it in a list that begins with the newest, whatever came meanwhile. */
export const RecordCursor = z
  .string()
  .transform((text): { at: unknown; id: unknown } => ({ at: text.split('~')[0], id: text.split('~')[1] }))
  .pipe(z.object({ at: IsoTime, id: IdText }));
export type RecordCursor = z.infer<typeof RecordCursor>;

const address = z.union([z.ipv4(), z.ipv6()]).transform((text) => text.toLowerCase());

/** By one person, on one loan, from one address, of one team, of one kind or all but page views, on Mexico's days (both included). */
export const BehaviourFilter = z.object({
  username: z.string().trim().max(64).optional(),
  loanId: z.string().trim().max(40).optional(),
  address: address.optional(),
  groupId: IdText.optional(),
  type: z.enum(BEHAVIOUR_TYPES).optional(),
  without: z.literal('PAGE').optional(),
  dateFrom: IsoDay.optional(),
  dateTo: IsoDay.optional(),
});
export type BehaviourFilter = z.infer<typeof BehaviourFilter>;

/** `user/behavior/list`: the newest first. With `after` what follows a row, at any depth. */
export const BehaviourListQuery = BehaviourFilter.extend({
  ...pageQuery(PAGE_SIZE.table),
  after: RecordCursor.optional(),
});
export type BehaviourListQuery = z.infer<typeof BehaviourListQuery>;

export const BEHAVIOUR_GROUPINGS = ['person', 'case', 'address'] as const;
/** `user/behavior/fold`: the newest FOLDED records of a list, one row for each person, case or address. */
export const BehaviourGroupQuery = BehaviourFilter.extend({
  ...pageQuery(PAGE_SIZE.table),
  by: z.enum(BEHAVIOUR_GROUPINGS),
});
export type BehaviourGroupQuery = z.infer<typeof BehaviourGroupQuery>;
export const MAX_GROUPED = 10_000;

/** An act of a person, as it is listed and pushed: no name of a borrower and no number in full. */
export interface BehaviourRow {
  id: number;
  at: string;
  type: BehaviourType;
  /** CLIENT: a browser reported it. SERVER: the server did it, and wrote it itself. */
  source: 'CLIENT' | 'SERVER';
  userId: number;
  username: string;
  name: string;
  groupId: number | null;
  groupName: string | null;
  /** Null when the case does not exist for the viewer. */
  taskId: number | null;
  loanId: string | null;
  /** The contact of a reveal, a call or a message: relation, masked number and purpose. */
  contactRelation: Relation | null;
  contactNumber: string | null;
  purpose: RevealPurpose | null;
  detail: string;
  /** The address that the server saw, and where it is as far as that is known. */
  address: string;
  city: string | null;
  network: string | null;
  /** The person had never been seen at the address before; null until it is looked up. */
  isNew: boolean | null;
}

/** `user/behavior/info/{id}`: with what the browser said of its address, and what the person did just before and after. */
export interface BehaviourInfo extends BehaviourRow {
  claimedAddress: string | null;
  institution: string;
  /** Newest first, the record itself among them. */
  around: BehaviourRow[];
}

export interface BehaviourGroup {
  /** The person's id, the case's id or the address. */
  key: string;
  /** The person's name, the loan or the address; null for what was done to no case. */
  label: string | null;
  /** The person's, where one row is one person. */
  username: string | null;
  taskId: number | null;
  records: number;
  people: number;
  cases: number;
  addresses: number;
  reveals: number;
  exports: number;
  firstAt: string;
  lastAt: string;
}
