import { z } from 'zod';
import {
  CONTACT_CHANNELS,
  COMPLIANCE_RULE_NAMES,
  type ComplianceRule,
  type HoldRow,
} from '../contact/contact-compliance.js';
import { IsoDay, IsoTime } from '../shared/date.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { PositiveCentavos } from '../shared/money.js';
import { PAGE_SIZE, pageQuery, type Page } from '../shared/page.js';

/**
 * Requests of a collector to the leader. By a record: NOCLCT a hold, FRAUD to close the case as fraud, and a number marked as somebody
 * else's once more than FREE_MARKS were that day. After a refusal: a promise for a later day than a collector may take, and rules of the
 * contact policy to be set aside.
 */
export const REQUEST_KINDS = ['HOLD', 'FRAUD', 'PROMISE', 'OVERRIDE', 'NUMBER'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
export const REQUEST_STATES = ['OPEN', 'GRANTED', 'REFUSED'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** How long a case is held for a request, and the leader has to decide it. */
export const DECIDE_HOURS = 24;

/** `request/list`: open ones oldest first, decided ones newest first. */
export const RequestListQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  state: z.enum(REQUEST_STATES).default('OPEN'),
  kind: z.enum(REQUEST_KINDS).optional(),
  taskId: IdText.optional(),
});
export type RequestListQuery = z.infer<typeof RequestListQuery>;

export interface RequestRow {
  id: number;
  version: number;
  kind: RequestKind;
  state: RequestState;
  taskId: number;
  /** The external number of the case's loan. */
  loanId: string;
  borrowerName: string;
  collector: string;
  note: string | null;
  openedAt: string;
  /** By then a leader should have decided: DECIDE_HOURS later, or the end of the day that is asked for. */
  decideBy: string;
  /** Live holds of the borrower that did not come with the request. */
  holds: HoldRow['kind'][];
  /** The end of the hold that came with the request, while it has not been lifted. */
  holdUntil: string | null;
  /** A later promise's amount in centavos, and its day. */
  amount: number | null;
  promiseDate: string | null;
  /** Mask of the number that was marked as somebody else's. */
  number: string | null;
  /** To be set aside; empty for the other kinds. */
  rules: ComplianceRule[];
  reason: string | null;
  decidedBy: string | null;
  decidedAt: string | null;
}

export interface RequestPage extends Page<RequestRow> {
  /** Open requests in the viewer's scope that were not decided in time. */
  overdue: number;
}

const base = {
  taskId: Id,
  note: z.string().trim().min(5).max(300),
  clientRequestId: ClientRequestId,
};
/**
 * `request/ask`. For an override the contact and the channel are said that the guard refused: it names the rules itself, and
 * where the law, a hold or the case's state stands against the contact there is nothing to ask for.
 */
export const AskLeader = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('PROMISE'),
    promiseAmount: PositiveCentavos,
    promiseDate: IsoDay,
  }),
  z.object({
    ...base,
    kind: z.literal('OVERRIDE'),
    contactId: Id,
    channel: z.enum(CONTACT_CHANNELS),
  }),
]);
export type AskLeader = z.infer<typeof AskLeader>;

/** `request/decide`: `until` is the end of a granted hold, a week from now unless it is said. */
export const DecideRequest = z.object({
  requestId: Id,
  version: z.int().positive(),
  grant: z.boolean(),
  until: IsoTime.optional(),
  reason: z.string().trim().min(1).max(300),
  clientRequestId: ClientRequestId,
});
export type DecideRequest = z.infer<typeof DecideRequest>;

const RequestFacts = z.object({
  caseId: Id,
  requestId: Id,
  institutionId: Id,
  kind: z.enum(REQUEST_KINDS),
  /** The group whose leaders decide. */
  groupId: Id.nullish(),
  requestedBy: Id.optional(),
  amount: PositiveCentavos.optional(),
  dueDate: IsoDay.optional(),
  rules: z.array(z.enum(COMPLIANCE_RULE_NAMES)).optional(),
});
export const REQUEST_EVENTS = {
  'request.opened': RequestFacts,
  'request.decided': RequestFacts.extend({ granted: z.boolean() }),
};
