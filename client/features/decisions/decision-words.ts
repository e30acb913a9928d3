import type { TFunction } from 'i18next';
import { CHANGE_KINDS } from '../../../contract/administration/approvals';
import type { DecisionKind, DecisionNotice } from '../../../contract/administration/decisions';

/** The features that decisionText, with its subtype, takes words from. */
export const DECISION_WORDS = ['decisions', 'approvals', 'stops', 'requests'] as const;

const SUBTYPES: Partial<Record<DecisionKind, string>> = {
  APPROVAL: 'approvals:kind',
  STOP: 'stops:kind',
  REQUEST: 'requests:kind',
};

/** Names the person and the decision. */
export function decisionText({ kind, outcome, subtype, decidedBy }: DecisionNotice, t: TFunction): string {
  const what = subtype && t(`${SUBTYPES[kind]}.${subtype}`);
  return t(`decisions:done.${kind}.${outcome}`, { by: decidedBy, what });
}

/** About whom, and where. */
export function contextText({ kind, about, institutionName }: DecisionNotice, t: TFunction): string {
  const name = about && t(`decisions:about.${kind}`, { name: about });
  return [name, institutionName].filter(Boolean).join(' · ');
}

/** The page of the thing; of what has none, its list as narrow as its filters are. */
export function decisionPath(notice: DecisionNotice): string {
  const { kind, outcome, subtype, subjectId, institutionId, taskId, loanId } = notice;
  const state = outcome === 'APPROVED' ? 'GRANTED' : 'REFUSED';
  const isChange = CHANGE_KINDS.some((change) => change === subtype);
  const status = isChange && outcome === 'APPROVED' ? 'DONE' : outcome;
  const paths: Record<DecisionKind, string> = {
    APPROVAL: `/system/approvals?status=${status}&kind=${subtype}&institutionId=${institutionId}`,
    STOP: `/stop/${subjectId}`,
    GUARANTOR: `/task/${taskId}/${encodeURIComponent(loanId ?? '')}`,
    REQUEST: `/requests?state=${state}&kind=${subtype}`,
    COMPLAINT: `/complaint/${subjectId}`,
    QUALITY: `/quality/sample/${subjectId}`,
    WRITE_OFF: `/task/${taskId}/${encodeURIComponent(loanId ?? '')}`,
  };
  return paths[kind];
}
