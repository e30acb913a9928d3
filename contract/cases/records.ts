import { z } from 'zod';
import {
  CALL_RESULTS,
  CALL_STATUSES,
  COLLECTION_RESULTS,
  CONTACT_TYPES,
  type CallResult,
  type CaseStatus,
  type CollectionResult,
  type InteractionType,
  type Relation,
} from '../codes.js';
import type { ContactRow } from './cases.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { SCRIPT_ITEMS } from '../contact/first-contact.js';
import { ClientRequestId, Id } from '../shared/id.js';
import { PositiveCentavos } from '../shared/money.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

export const CollectionLogQuery = z.object(pageQuery(PAGE_SIZE.table));
export type CollectionLogQuery = z.infer<typeof CollectionLogQuery>;

export interface CollectionLogRow {
  id: number;
  time: string;
  type: InteractionType;
  callResult: CallResult;
  collectionResult: CollectionResult | null;
  contactRelation: Relation | null;
  contactName: string | null;
  phone: string | null;
  remarks: string;
  creator: string | null;
  undone: boolean;
  /** Until when the viewer may undo it; null when he may not. */
  undoUntil: string | null;
}

/** `POST task/record`. Which statuses take which results is `contract/contact/call-results.ts`. */
export const RecordCall = z.object({
  taskId: Id,
  contactId: Id.nullish(),
  callStatus: z.enum(CALL_STATUSES).nullish(),
  contactType: z.enum(CONTACT_TYPES).default('CALL'),
  /** One of the eight results, or the code itself; either may stand alone when it is unambiguous. */
  collectionResult: z.enum(COLLECTION_RESULTS).nullish(),
  callResult: z.enum(CALL_RESULTS).nullish(),
  nextFollowUpAt: IsoTime.nullish(),
  notes: z.string().trim().max(1000).default(''),
  promiseAmount: PositiveCentavos.nullish(),
  promiseDate: IsoDay.nullish(),
  /** Said to a borrower at a first contact. */
  script: z.array(z.enum(SCRIPT_ITEMS)).max(SCRIPT_ITEMS.length).nullish(),
  clientRequestId: ClientRequestId,
});
export type RecordCall = z.infer<typeof RecordCall>;

/** The older client posts `task/record/{id}` with a CR code and gets the code's default result. */
export const RecordCallOlder = z.object({
  contactId: Id.nullish(),
  callStatus: z.enum(CALL_STATUSES).nullish(),
  callResult: z.enum(COLLECTION_RESULTS),
  nextFollowUpTime: IsoTime.nullish(),
  remark: z.string().trim().max(1000).default(''),
  amount: PositiveCentavos.nullish(),
  promiseDate: IsoDay.nullish(),
  clientRequestId: ClientRequestId.optional(),
});
export type RecordCallOlder = z.infer<typeof RecordCallOlder>;

/** `task/undoRecord`: an own record that is minutes old, while the case has not changed since. */
export const UndoRecord = z.object({ taskId: Id, recordId: Id, clientRequestId: ClientRequestId });
export type UndoRecord = z.infer<typeof UndoRecord>;
export interface UndoneRecord {
  status: CaseStatus;
  version: number;
}

export interface RecordAnswer {
  recordId: number;
  status: CaseStatus;
  promiseId: number | null;
  version: number;
  /** Until when it may be undone; null when it may not. */
  undoUntil: string | null;
  /** The contact as it is now; null when none was called. */
  contact: Pick<ContactRow, 'id' | 'lastCallResult' | 'blocked'> | null;
}
