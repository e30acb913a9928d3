import type { z } from 'zod';
import { RequestListQuery, type RequestRow } from '../../../../contract/cases/requests.js';
import { type ListedPromise, PROMISE_LANES, PromiseListQuery } from '../../../../contract/cases/promises.js';
import { StopsQuery, type StopRow } from '../../../../contract/contact/stops.js';
import { ProductTermsForm, ProductTermsQuery } from '../../../../contract/money/products.js';
import { type ComplaintRow, ComplaintsQuery } from '../../../../contract/supervision/complaints.js';
import { QualitySamplesQuery, type QualitySampleRow } from '../../../../contract/supervision/quality.js';
import { UncoveredQuery } from '../../../../contract/team/allocation.js';
import { type QueueCase, QueueCasesQuery } from '../../../../contract/team/queues.js';

/** A list whose rows open a page each. */
export interface OpeningList {
  noun: string;
  at: string;
  read: { call: string; query: z.ZodType };
  row: (id: number) => object;
  /** The address that a row opens, and the call behind it. */
  opens: (id: number) => string;
  detail?: (id: number) => string;
  besides?: object;
}

const AT = '2026-11-18T17:00:00.000Z';
const opensCase = (id: number) => `/task/${id}/L-${id}`;
const caseCall = (id: number) => `GET task/info/${id}`;

export const request = (id: number): RequestRow => ({
  id, version: 1, kind: 'HOLD', state: 'OPEN', taskId: id, loanId: `L-${id}`, borrowerName: `Borrower ${id}`,
  collector: 'Ana', note: null, openedAt: AT, decideBy: AT, holds: [], holdUntil: null, amount: null, promiseDate: null,
  number: null, rules: [], reason: null, decidedBy: null, decidedAt: null,
}); // prettier-ignore
const promise = (id: number): ListedPromise => ({
  id, taskId: id, version: 1, loanId: `L-${id}`, borrowerName: `Borrower ${id}`, caseStatus: 'C10', queueName: 'Early',
  collectorId: 9, collector: 'Ana', amount: 10_000, paid: 0, dueDate: '2026-11-18', deadlineAt: AT, status: 'BROKEN',
  settledAt: AT, handBack: true,
}); // prettier-ignore
export const queueCase = (id: number): QueueCase => ({
  id, version: 1, queueId: 5, loanId: `L-${id}`, borrowerName: `Borrower ${id}`, status: 'C10', amountDue: 10_000, overdueDays: 4,
  openedAt: AT, agentId: null, agent: null,
}); // prettier-ignore
const complaint = (id: number): ComplaintRow => ({
  id, version: 1, status: 'PENDING', type: 'CONDUCT', causeId: null, cause: null, level: 1, phone: '55****01', taskId: id, loanId: `L-${id}`,
  borrowerName: null, createdAt: AT, updatedAt: AT, dueAt: AT, completedAt: null, collectorId: null, collector: null,
  handlerId: null, handler: null, method: null, penaltyAmount: null, penaltyReason: null, finedPerson: null, finedAt: null,
  bankName: null, cardMask: null, userQuota: null, customerStatus: null, transferredAt: null,
}); // prettier-ignore
const sample = (id: number): QualitySampleRow => ({
  id, callId: id, day: '2026-11-18', callTime: AT, agentId: 9, agentName: 'Ana', sheetName: 'Calls', status: 'WAITING',
  total: null, inspectors: 0,
}); // prettier-ignore
const stop = (id: number): StopRow => ({
  id, version: 1, kind: 'COLLECTOR', subjectId: 9, subject: 'Ana', institution: 'House', reason: 'Complaints', result: null,
  liftRequestedBy: null, liftRequestedAt: null, evidence: null, stoppedBy: 'Lucia', stoppedAt: AT, liftReason: null, liftedBy: null, liftedAt: null, waiting: 0, mayLift: false,
}); // prettier-ignore
const terms = (id: number) => ({
  ...ProductTermsForm.parse({
    productCategory: `Product ${id}`, institutionId: 1, effectiveFrom: '2030-01-01', extensionPercent: 12.5,
    extensionDays: 7, extensionLimit: 2, afterDays: 90, automaticDebit: true,
  }),
  id, version: 3, state: 'PLANNED', institutionName: 'House', updatedBy: 'Ana', updatedAt: AT,
}); // prettier-ignore

const counts = Object.fromEntries(PROMISE_LANES.map((lane) => [lane, 0]));

export const OPENING: readonly OpeningList[] = [
  {
    noun: 'requests',
    at: '/requests',
    read: { call: 'GET request/list', query: RequestListQuery },
    row: request,
    opens: opensCase,
    detail: caseCall,
    besides: { overdue: 0 },
  },
  {
    noun: 'promises',
    at: '/promises?lane=broken',
    read: { call: 'GET promise/list', query: PromiseListQuery },
    row: promise,
    opens: opensCase,
    detail: caseCall,
    besides: { counts },
  },
  {
    noun: 'uncovered cases',
    at: '/queue/uncovered',
    read: { call: 'GET allocation/uncovered', query: UncoveredQuery },
    row: queueCase,
    opens: opensCase,
    detail: caseCall,
  },
  {
    noun: "a queue's cases",
    at: '/queue/list/5',
    read: { call: 'GET management/queue/tasks/5', query: QueueCasesQuery },
    row: queueCase,
    opens: opensCase,
    detail: caseCall,
  },
  {
    noun: 'complaints',
    at: '/complaints',
    read: { call: 'GET customer/service/list', query: ComplaintsQuery },
    row: complaint,
    opens: (id) => `/complaint/${id}`,
    detail: (id) => `GET customer/service/detail/${id}`,
  },
  {
    noun: 'calls to be scored',
    at: '/quality',
    read: { call: 'GET quality/samples', query: QualitySamplesQuery },
    row: sample,
    opens: (id) => `/quality/sample/${id}`,
    detail: (id) => `GET quality/sample/${id}`,
  },
  {
    noun: 'stops of contact',
    at: '/stops',
    read: { call: 'GET guard/stops', query: StopsQuery },
    row: stop,
    opens: (id) => `/stop/${id}`,
    detail: (id) => `GET guard/stops/${id}`,
  },
  {
    noun: 'product terms, which open a form',
    at: '/products',
    read: { call: 'GET product/terms', query: ProductTermsQuery },
    row: terms,
    opens: (id) => `/product/${id}`,
  },
];
