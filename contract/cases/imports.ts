import { z } from 'zod';
import { RESULT_CODES } from '../result-codes.js';
import { Id } from '../shared/id.js';

/** Columns of a loan book: one row per loan item and period. Amounts are decimal pesos, days ISO. */
export const LOAN_COLUMNS = [
  'institutionCode', 'queueCode', 'appName', 'productCategory', 'platform', 'borrowerExternalId', 'borrowerName',
  'identityNumber', 'birthDate', 'municipality', 'state', 'phone', 'homePhone', 'companyName', 'occupation',
  'maritalStatus', 'education', 'loanExternalId', 'loanItemExternalId', 'reloan', 'disbursedAt', 'contractAmount',
  'period', 'dueDate', 'principal', 'interest', 'penalty', 'iva', 'paidAmount', 'bankName', 'cardLast4',
  'contact1Name', 'contact1Phone', 'contact1Relation', 'contact2Name', 'contact2Phone', 'contact2Relation',
  'contact3Name', 'contact3Phone', 'contact3Relation', 'residenceAddress', 'companyAddress', 'workingYears',
  'contact1CallType', 'contact1CallTime', 'contact2CallType', 'contact2CallTime', 'contact3CallType',
  'contact3CallTime', 'phoneSource', 'phoneGivenOn',
] as const; // prettier-ignore
export type LoanColumn = (typeof LOAN_COLUMNS)[number];

/** A file without one of these is refused as a whole. */
export const REQUIRED_LOAN_COLUMNS = [
  'institutionCode', 'queueCode', 'appName', 'productCategory', 'platform', 'borrowerExternalId', 'borrowerName',
  'phone', 'loanExternalId', 'loanItemExternalId', 'reloan', 'disbursedAt', 'contractAmount', 'period', 'dueDate',
  'principal',
] as const satisfies readonly LoanColumn[]; // prettier-ignore

/** Columns of a ledger file: one row per payment or reversal; a reversal names what it takes back as well. */
export const LEDGER_COLUMNS = [
  'loanItemExternalId', 'paidAt', 'amount', 'channel', 'providerReference', 'type', 'originalReference',
] as const; // prettier-ignore
export const REQUIRED_LEDGER_COLUMNS = [
  'loanItemExternalId', 'paidAt', 'amount', 'channel', 'providerReference', 'type',
] as const; // prettier-ignore

export const IMPORT_KINDS = ['LOANS', 'LEDGER'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
export const IMPORT_STATUSES = ['RUNNING', 'DONE', 'FAILED'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** New loans of a person's file are neither handed out nor contacted until somebody releases the import; until then they can be taken back. */
export const IMPORT_RELEASES = ['WAITING', 'RELEASED', 'TAKING_BACK', 'TAKEN_BACK'] as const;
export type ImportRelease = (typeof IMPORT_RELEASES)[number];

/** `POST management/task/import`. `release`: the loans are worked as soon as they are in; without it they wait. */
export const ImportStart = z.strictObject({ release: z.enum(['now']).optional() });
export type ImportStart = z.infer<typeof ImportStart>;

/** `management/task/import/release` and `management/task/import/takeBack` */
export const ImportRef = z.strictObject({ id: Id });
export type ImportRef = z.infer<typeof ImportRef>;

/** Why a cell was refused; labels in the client's translations. The value itself is never kept. */
export const IMPORT_REASONS = [
  'required', 'format', 'tooLong', 'unknown', 'range', 'changed', 'conflict', 'encoding', 'erased',
] as const; // prettier-ignore
export type ImportReason = (typeof IMPORT_REASONS)[number];

export interface ImportError {
  line: number;
  field: string;
  reason: ImportReason;
}

/** `management/task/import/{id}`. Rows read = kept + unchanged + refused. */
export interface ImportRun {
  id: number;
  kind: ImportKind;
  fileName: string;
  status: ImportStatus;
  /** Why it failed, in the viewer's language. */
  failure: string | null;
  rowsRead: number;
  rowsKept: number;
  rowsUnchanged: number;
  rowsRefused: number;
  deviceContactsDropped: number;
  startedAt: string;
  finishedAt: string | null;
  release: ImportRelease;
  /** Loan items that wait for the release, or are yet to be taken back. */
  loansWaiting: number;
  loansTakenBack: number;
  /** The first 100; of the rest as many as are kept (1,000 of an import) by `management/task/import/{id}/errors`, as CSV. */
  errors: ImportError[];
}

/** `POST management/task/import`, multipart with one file: the rows are read after the answer. */
export interface ImportStarted {
  importId: number;
  kind: ImportKind;
}

/** Refusals of imports: the key of the words, and the result code. */
export const IMPORT_ERRORS = {
  'import.format': RESULT_CODES.validation,
  'import.header': RESULT_CODES.validation,
  'import.heading': RESULT_CODES.validation,
  'import.otherFile': RESULT_CODES.validation,
  'import.hopeless': RESULT_CODES.validation,
  'import.tooHeavy': RESULT_CODES.validation,
  'import.running': RESULT_CODES.conflict,
  'import.notWaiting': RESULT_CODES.conflict,
} as const;
