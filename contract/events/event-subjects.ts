import { nounsOf, type NounName } from '../nouns.js';
import type { EventName } from './events.js';

type Noun<Name> = Name extends `${infer Of}.${string}` ? Of : never;

/** An event's subject, by its noun or its name: a kind of thing, and the payload's field that holds its id. */
const SUBJECTS = {
  case: ['case', 'caseId'],
  action: ['case', 'caseId'],
  request: ['case', 'caseId'],
  refund: ['case', 'caseId'],
  receivable: ['case', 'caseId'],
  complaint: ['complaint', 'complaintId'],
  stop: ['stop', 'stopId'],
  picture: ['case', 'caseId'],
  evidence: ['case', 'caseId'],
  phone: ['case', 'caseId'],
  contact: ['case', 'caseId'],
  'contact.judged': ['contact', 'contactId'],
  'contact.guarantorRequested': ['contact', 'contactId'],
  'contact.guarantorRefused': ['contact', 'contactId'],
  'contact.guarantorMarked': ['contact', 'contactId'],
  promise: ['promise', 'promiseId'],
  message: ['message', 'messageId'],
  call: ['call', 'callId'],
  recording: ['call', 'callId'],
  listening: ['call', 'callId'],
  help: ['call', 'callId'],
  'quality.sampled': ['qualitySheet', 'sheetId'],
  quality: ['call', 'callId'],
  borrower: ['borrower', 'borrowerId'],
  payment: ['payment', 'paymentId'],
  'payment.pageVisited': ['loanItem', 'loanItemId'],
  repaymentCode: ['repaymentCode', 'codeId'],
  deduction: ['deduction', 'deductionId'],
  extension: ['extension', 'extensionId'],
  behaviour: ['behaviour', 'behaviourId'],
  anomaly: ['anomaly', 'anomalyId'],
  day: ['collector', 'collectorId'],
  presence: ['collector', 'collectorId'],
  import: ['import', 'importId'],
  messageLimits: ['institution', 'institutionId'],
  priorities: ['institution', 'institutionId'],
  guardPolicy: ['institution', 'institutionId'],
  policyLab: ['policyLab', 'labId'],
  numberViewers: ['institution', 'institutionId'],
  systemLimits: ['institution', 'institutionId'],
  addressList: ['institution', 'institutionId'],
  anomalyRules: ['institution', 'institutionId'],
  messagePlaces: ['institution', 'institutionId'],
  authenticatorRoles: ['institution', 'institutionId'],
  firstContact: ['institution', 'institutionId'],
  regulatorTerms: ['institution', 'institutionId'],
  sealMail: ['institution', 'institutionId'],
  legalSources: ['institution', 'institutionId'],
  complaintMonth: ['institution', 'institutionId'],
  approval: ['institution', 'institutionId'],
  privacy: ['case', 'caseId'],
  connection: ['institution', 'institutionId'],
  setup: ['institution', 'institutionId'],
  site: ['institution', 'institutionId'],
  grants: ['institution', 'institutionId'],
  allocation: ['allocation', 'runId'],
  schedule: ['schedule', 'uploadId'],
  'schedule.statusChanged': ['user', 'userId'],
  seatPlan: ['seatPlan', 'planId'],
  'schedule.carriedOut': ['user', 'userId'],
  sheet: ['sheet', 'uploadId'],
  session: ['user', 'userId'],
  liveness: ['user', 'userId'],
  'list.exportAsked': ['user', 'userId'],
  'list.exportEnded': ['user', 'userId'],
  /** Whoever took it. */
  list: null,
} as const satisfies Record<Exclude<Noun<EventName>, NounName>, unknown> &
  Partial<Record<EventName, unknown>>;
type Subject = NonNullable<(typeof SUBJECTS)[keyof typeof SUBJECTS]>;
export type SubjectType = Subject[0] | NounName;

const OF_NOUNS = nounsOf().map(([noun, { id }]) => [noun, [noun, id]] as const);
const ALL = new Map<string, readonly [SubjectType, string] | null>([
  ...OF_NOUNS,
  ...Object.entries(SUBJECTS),
]);

/** Null: the event is about whoever caused it. */
export function subjectOf(name: EventName, payload: object): [SubjectType, number] | null {
  const subject = ALL.get(name) ?? ALL.get(name.split('.')[0]!);
  return subject ? [subject[0], (payload as Record<string, number>)[subject[1]]!] : null;
}
