/** The specification's code tables, each once. Labels live in the client's translations under `codes`. */

export const CASE_STATUSES = ['C00', 'C01', 'C10', 'C20', 'C30', 'C31', 'C32', 'C40', 'C50'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];
export const OPEN_STATUSES = ['C00', 'C01', 'C10', 'C20'] as const satisfies readonly CaseStatus[];
export function isOpen(status: CaseStatus): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(status);
}

/** The menu's case states. */
export const CASE_GROUPS = {
  newCollection: ['C00', 'C01'],
  inCollection: ['C10'],
  promised: ['C20'],
  collected: ['C31', 'C32'],
} as const satisfies Record<string, readonly CaseStatus[]>;
export type CaseGroup = keyof typeof CASE_GROUPS;
export const CASE_GROUP_NAMES = Object.keys(CASE_GROUPS) as [CaseGroup, ...CaseGroup[]];

/** The loan item's status, owned by the lender's ledger. */
export const LOAN_STATUSES = { NOT_SETTLED: 21, OVERDUE: 40, SETTLED: 50 } as const;
export type LoanStatus = (typeof LOAN_STATUSES)[keyof typeof LOAN_STATUSES];

/** 0 first loan, 1 repeat loan, 2 old customer turned new, 3 platform-level new customer. */
export const RELOAN_TYPES = [0, 1, 2, 3] as const;

export const RELATIONS = [
  'R01', 'R02', 'R03', 'R04', 'R05', 'R06', 'R07', 'R08', 'R09', 'R10', 'R11', 'R12',
] as const; // prettier-ignore
export type Relation = (typeof RELATIONS)[number];
/** From the borrower's device: kept and contacted only by an institution's approved policy. */
export const DEVICE_RELATIONS = ['R11', 'R12'] as const;

export const CALL_STATUSES = [
  'CONNECTED', 'NO_ANSWER', 'EMPTY_NUMBER', 'DOWNTIME', 'REJECTED', 'HUNG_UP', 'BLACKLIST', 'SHUT_OFF',
] as const; // prettier-ignore
export type CallStatus = (typeof CALL_STATUSES)[number];

export const CONTACT_TYPES = ['CALL', 'WHATSAPP'] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

export type CallResultGroup = 'NULL' | 'DA' | 'NOA' | 'BLK' | 'CNCT' | 'VERIFY' | 'OTHER';

export const CALL_RESULTS = [
  'LC', 'RETRY', 'RPD', 'PTP', 'DTP', 'WTP', 'PTCPST', 'PTN', 'ND', 'NORLVT', 'NOCLCT', 'NOVLD',
  'BP', 'FRAUD', 'PTRPD', 'STLD', 'MEMO',
] as const; // prettier-ignore
export type CallResult = (typeof CALL_RESULTS)[number];

/** The older client's labels of a result. */
export const COLLECTION_RESULTS = [
  'CR10', 'CR20', 'CR30', 'CR40', 'CR50', 'CR60', 'CR70', 'CR80', 'MSS', 'MSF',
] as const; // prettier-ignore
export type CollectionResult = (typeof COLLECTION_RESULTS)[number];

/** 00 written by the system itself, 01 system SMS, 02 manual SMS, 03 manual call, 04 system call, 05 WhatsApp. */
export const INTERACTION_TYPES = ['00', '01', '02', '03', '04', '05'] as const;
export type InteractionType = (typeof INTERACTION_TYPES)[number];

/** 1 incoming, 2 outgoing, 3 missed, 4 voicemail, 5 rejected, 6 blocked, 7 answered externally. */
export const CALL_TYPES = [1, 2, 3, 4, 5, 6, 7] as const;

export const PROMISE_STATUSES = ['OPEN', 'KEPT', 'PARTIAL', 'BROKEN', 'CANCELLED', 'SUPERSEDED'] as const;
export type PromiseStatus = (typeof PROMISE_STATUSES)[number];

/** Deduction log: 1 active repayment, 3 automatic deduction, 4 asked for by a collector. 2 is reserved. */
export const PAY_LOG_TYPES = { ACTIVE: 1, AUTOMATIC: 3, COLLECTION: 4 } as const;
export type PayLogType = (typeof PAY_LOG_TYPES)[keyof typeof PAY_LOG_TYPES];
export const PAY_LOG_STATUSES = { INITIALISED: 0, FAILED: 1, SUCCESS: 2 } as const;

export const PAY_CHANNELS = ['SPEI', 'OXXO', 'DEBIT', 'LEDGER'] as const;

export const PLATFORMS = ['android', 'ios', 'web'] as const;
export const ROLES = ['member', 'leader', 'supervisor', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export const LANGUAGES = ['cn', 'en', 'es'] as const;
/** Each language's own name. */
export const LANGUAGE_NAMES = { cn: '中文', en: 'English', es: 'Español' } as const;
export type Language = (typeof LANGUAGES)[number];
export const SEND_CHANNELS = ['BLU', 'IVR', 'LUNAR', 'SMS', 'WABA'] as const;
/** Indicator calculation methods. */
export const INDICATOR_METHODS = ['RATE_AMOUNT', 'FIXED_AMOUNT', 'RATE_CASES', 'BUCKETED'] as const;
