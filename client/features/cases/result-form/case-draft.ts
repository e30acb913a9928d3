import type { CaseInfo } from '../../../../contract/cases/cases';
import type { RecordCall } from '../../../../contract/cases/records';
import type { ContactType } from '../../../../contract/codes';
import type { ScriptItem } from '../../../../contract/contact/first-contact';
import { PROMISE_DAYS } from '../../../../contract/cases/promises';
import { addDays } from '../../../../contract/shared/date';
import { pesosToCentavos } from '../../../../contract/shared/money';
import { newRequestId } from '../../../lib/request-id';
import { type Choice, chosenOutcome } from './case-outcomes';

/** Input of the form that is not saved yet. */
export interface Draft extends Choice {
  contactId: number | null;
  contactType: ContactType;
  /** Pesos as typed; null means the full due, whatever it becomes. */
  promiseAmount: string | null;
  /** Null means today. */
  promiseDate: string | null;
  nextFollowUpAt: string | null;
  notes: string;
  /** Said to a borrower at a first contact. */
  script: ScriptItem[];
  /** New with every edit, so that only a repetition of the same submission counts as one. */
  requestId: string;
}

/** A function where keys come faster than the page is drawn. */
export type DraftChange = Partial<Draft> | ((draft: Draft) => Partial<Draft>);

export function emptyDraft(): Draft {
  return {
    callStatus: null,
    callResult: null,
    collectionResult: null,
    contactId: null,
    contactType: 'CALL',
    promiseAmount: null,
    promiseDate: null,
    nextFollowUpAt: null,
    notes: '',
    script: [],
    requestId: newRequestId(),
  };
}

/** True when there is something to lose. A contact chosen is no work yet. */
export function isWritten(draft: Draft): boolean {
  return draft.callStatus !== null || draft.callResult !== null || draft.notes.trim() !== '';
}

/** Centavos of the promise; null when the text is no amount. */
export function promisedAmount(draft: Draft, due: number): number | null {
  return draft.promiseAmount === null ? due : pesosToCentavos(draft.promiseAmount);
}

export type DraftField = 'callResult' | 'promiseAmount' | 'promiseDate' | 'nextFollowUpAt';

interface Circumstances {
  amount: number;
  today: string;
  /** A leader may take a later promise. */
  mayExtend: boolean;
}

/** Why the form can not be saved: field -> key of the words. The server checks again. */
export function problemsOf(draft: Draft, facts: Circumstances): Partial<Record<DraftField, string>> {
  const outcome = chosenOutcome(draft);
  if (!outcome) return { callResult: 'case:problem.result' };
  const problems: Partial<Record<DraftField, string>> = {};
  if (outcome.followUp && !draft.nextFollowUpAt) problems.nextFollowUpAt = 'case:problem.follow-up';
  if (!outcome.promise) return problems;
  const amount = promisedAmount(draft, facts.amount);
  if (amount === null || amount < 1) problems.promiseAmount = 'case:problem.amount';
  else if (amount > facts.amount) problems.promiseAmount = 'case:problem.amount-high';
  const date = draft.promiseDate ?? facts.today;
  const last = addDays(facts.today, PROMISE_DAYS);
  if (date < facts.today || (date > last && !facts.mayExtend)) problems.promiseDate = 'case:problem.date';
  return problems;
}

export function toRecord(draft: Draft, info: Pick<CaseInfo, 'id' | 'amount'>, today: string): RecordCall {
  const promise = chosenOutcome(draft)?.promise === true;
  return {
    taskId: info.id,
    contactId: draft.contactId,
    callStatus: draft.callStatus,
    contactType: draft.contactType,
    callResult: draft.callResult,
    collectionResult: draft.collectionResult,
    nextFollowUpAt: draft.nextFollowUpAt,
    notes: draft.notes.trim(),
    script: draft.script,
    promiseAmount: promise ? promisedAmount(draft, info.amount) : null,
    promiseDate: promise ? (draft.promiseDate ?? today) : null,
    clientRequestId: draft.requestId,
  };
}
