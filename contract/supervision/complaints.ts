import { z } from 'zod';
import type { Role } from '../codes.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';
import { Centavos, PositiveCentavos } from '../shared/money.js';
import { PAGE_SIZE, pageQuery, sortQuery } from '../shared/page.js';
import { COMPLAINT_MONTH_EVENTS } from './complaint-months.js';
import type { StoppedAct } from '../contact/stops.js';

export const COMPLAINT_STATES = ['PENDING', 'PROCESSING', 'PENDING_CLOSURE', 'COMPLETED'] as const;
export type ComplaintState = (typeof COMPLAINT_STATES)[number];
export const COMPLAINT_TYPES = [
  'CONDUCT',
  'TIMES',
  'THIRD_PARTY',
  'AMOUNT',
  'PRIVACY',
  'IDENTITY',
  'OTHER',
] as const;
export type ComplaintType = (typeof COMPLAINT_TYPES)[number];
/** The gravest first: answered within 24 hours, 48 hours, 5 working days. */
export const COMPLAINT_LEVELS = [1, 2, 3] as const;
export type ComplaintLevel = (typeof COMPLAINT_LEVELS)[number];
export const HANDLING_METHODS = [
  'EXPLAINED',
  'APOLOGISED',
  'CORRECTED',
  'COMPENSATED',
  'UNFOUNDED',
  'OTHER',
] as const;
export type HandlingMethod = (typeof HANDLING_METHODS)[number];
export const COMPLAINT_ACTS = [
  'create', 'allocate', 'process', 'done', 'return', 'reopen', 'penalty', 'transfer', 'attach', 'classify',
] as const; // prettier-ignore
export type ComplaintAct = (typeof COMPLAINT_ACTS)[number];

/** Finds complaints of which nobody has chosen the regulator's cause. */
export const NO_CAUSE = '0';
/** The five lists: all, and one for each state. */
export const COMPLAINT_LISTS = ['ALL', ...COMPLAINT_STATES] as const;

/** `customer/service/list`: what is due first comes first, unless asked otherwise. A phone is searched whole. */
export const ComplaintsQuery = z.object({
  ...pageQuery(PAGE_SIZE.table),
  ...sortQuery(['dueAt', 'createdAt', 'updatedAt']),
  status: z.enum(COMPLAINT_LISTS).default('ALL'),
  causeId: z.union([z.literal(NO_CAUSE), IdText]).optional(),
  type: z.enum(COMPLAINT_TYPES).optional(),
  level: z.coerce.number().pipe(z.literal(COMPLAINT_LEVELS)).optional(),
  overdue: z.literal('1').optional(),
  phone: z.string().trim().max(24).optional(),
  loanId: z.string().trim().max(40).optional(),
  handlerId: IdText.optional(),
});
export type ComplaintsQuery = z.infer<typeof ComplaintsQuery>;

export interface ComplaintRow {
  id: number;
  version: number;
  status: ComplaintState;
  type: ComplaintType;
  /** The regulator's cause; null: none was chosen yet. */
  causeId: number | null;
  cause: string | null;
  level: ComplaintLevel;
  /** Masked. */
  phone: string;
  /** Null for a complaint without a case. */
  taskId: number | null;
  loanId: string | null;
  borrowerName: string | null;
  createdAt: string;
  updatedAt: string;
  dueAt: string;
  completedAt: string | null;
  collectorId: number | null;
  collector: string | null;
  handlerId: number | null;
  handler: string | null;
  method: HandlingMethod | null;
  /** Centavos. */
  penaltyAmount: number | null;
  penaltyReason: string | null;
  finedPerson: string | null;
  finedAt: string | null;
  bankName: string | null;
  cardMask: string | null;
  /** The borrower's credit limit, as the complaint's author states it; centavos. */
  userQuota: number | null;
  /** The case's customer status. */
  customerStatus: string | null;
  transferredAt: string | null;
}

export interface ComplaintStep {
  act: ComplaintAct;
  at: string;
  by: string | null;
  statusAfter: ComplaintState;
  /** The person to whom the step gave it. */
  handler: string | null;
  note: string | null;
}
export interface ComplaintAttachment {
  id: number;
  name: string;
  contentType: string;
  /** Bytes. */
  size: number;
  addedBy: string;
  addedAt: string;
}
export interface ComplaintDetail extends ComplaintRow {
  institutionId: number;
  content: string;
  remarks: string | null;
  keepsHold: boolean;
  /** The day by which the law wants an answer, and what counsel named for it; null: counsel has set no term. */
  legalDueOn: string | null;
  legalSource: string | null;
  /** Acts that the viewer may do to it now. */
  acts: ComplaintAct[];
  steps: ComplaintStep[];
  attachments: ComplaintAttachment[];
  /** Acts that were at a supplier when its hold was placed, to the number or to the borrower. */
  handedOver: StoppedAct[];
}
/** `customer/service/handlers`: who may be given a complaint; of a team, those with the least first. */
export interface ComplaintHandler {
  id: number;
  name: string;
  role: Role;
  groupName: string | null;
  /** Complaints that they handle and that are not completed. */
  open: number;
}
export type ComplaintCounts = Record<ComplaintState | 'ALL' | 'OVERDUE', number>;

const text = (max: number) => z.string().trim().min(1).max(max);
/** The form of a complaint. Without a case it is about the number. */
export const ComplaintForm = z.object({
  phone: z.string().trim().min(1).max(24).nullable(),
  type: z.enum(COMPLAINT_TYPES),
  causeId: Id.nullable(),
  level: z.literal(COMPLAINT_LEVELS),
  content: text(1_000),
  userQuota: Centavos.min(0).nullable(),
});
const ref = { id: Id, version: Id.optional(), clientRequestId: ClientRequestId.optional() };

/** `customer/service/create`: about a case, or of a telephone number alone. */
export const NewComplaint = z
  .object({
    ...ComplaintForm.partial({ phone: true, causeId: true, userQuota: true }).shape,
    taskId: Id.optional(),
    clientRequestId: ClientRequestId,
  })
  .refine(({ taskId, phone }) => (taskId === undefined) === Boolean(phone), {
    path: ['phone'],
    params: { rule: 'required' },
  });
export type NewComplaint = z.infer<typeof NewComplaint>;

/** `customer/service/allocate` */
export const AllocateComplaint = z.object({ ...ref, handlerId: Id });
export type AllocateComplaint = z.infer<typeof AllocateComplaint>;
/** `customer/service/batchAllocate`: each by itself; what cannot be allocated is named. */
export const AllocateComplaints = z.object({ ids: z.array(Id).min(1).max(200), handlerId: Id });
export type AllocateComplaints = z.infer<typeof AllocateComplaints>;
export interface AllocatedComplaints {
  accepted: number[];
  rejected: { id: number; reason: string }[];
}
/** `customer/service/classify`: under which of the regulator's causes it is reported. */
export const ClassifyComplaint = z.object({ ...ref, causeId: Id });
export type ClassifyComplaint = z.infer<typeof ClassifyComplaint>;
/** `customer/service/process` */
export const ProcessComplaint = z.object({ ...ref, method: z.enum(HANDLING_METHODS), remarks: text(1_000) });
export type ProcessComplaint = z.infer<typeof ProcessComplaint>;
/** `customer/service/done`: the hold that came with it goes, unless the outcome keeps it. */
export const CompleteComplaint = z.object({ ...ref, keepHold: z.boolean(), note: text(500).optional() });
export type CompleteComplaint = z.infer<typeof CompleteComplaint>;
/** `customer/service/return`, `customer/service/reopen` and `customer/service/transfer` (to operations). */
export const MoveComplaint = z.object({ ...ref, note: text(500) });
export type MoveComplaint = z.infer<typeof MoveComplaint>;
/** `customer/service/penalty`: of the collector unless another person is named; centavos. */
export const FineComplaint = z.object({
  ...ref,
  userId: Id.optional(),
  amount: PositiveCentavos,
  reason: text(500),
});
export type FineComplaint = z.infer<typeof FineComplaint>;

/** `customer/service/attachments/:id`: adds one file to the complaint. */
export interface AddedAttachment {
  attachmentId: number;
}

/** `customer/service/report`: months as `2026-11`, both included; a year at most. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);
export const ComplaintReportQuery = z
  .object({ from: month, to: month })
  .refine(({ from, to }) => from <= to, {
    path: ['to'],
    params: { rule: 'order' },
  });
export type ComplaintReportQuery = z.infer<typeof ComplaintReportQuery>;
export interface ComplaintMonth {
  month: string;
  opened: number;
  completed: number;
  /** Completed by its deadline. */
  inTime: number;
  /** Opened and not completed yet. */
  open: number;
  fined: number;
  /** Centavos. */
  penalties: number;
  /** Average of the completed ones; null when there is none. */
  averageHours: number | null;
  byType: Partial<Record<ComplaintType, number>>;
}

export const COMPLAINT_EVENTS = {
  ...COMPLAINT_MONTH_EVENTS,
  'complaint.opened': z.object({
    complaintId: Id,
    institutionId: Id,
    type: z.enum(COMPLAINT_TYPES),
    level: z.literal(COMPLAINT_LEVELS),
  }),
  'complaint.moved': z.object({
    complaintId: Id,
    institutionId: Id,
    act: z.enum(COMPLAINT_ACTS),
    statusBefore: z.enum(COMPLAINT_STATES),
    statusAfter: z.enum(COMPLAINT_STATES),
    handlerId: Id.nullish(),
  }),
};
