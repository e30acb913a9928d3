import { useTranslation } from 'react-i18next';
import type { CallResult, CaseStatus, LoanStatus, PromiseStatus } from '../../../contract/codes';
import { Tag, type Tone } from '../../ui/status-tag';

const CASE_TONES: Record<CaseStatus, Tone> = {
  C00: 'info',
  C01: 'info',
  C10: 'plain',
  C20: 'warn',
  C30: 'muted',
  C31: 'good',
  C32: 'good',
  C40: 'muted',
  C50: 'bad',
};
const PROMISE_TONES: Record<PromiseStatus, Tone> = {
  OPEN: 'warn',
  KEPT: 'good',
  PARTIAL: 'info',
  BROKEN: 'bad',
  CANCELLED: 'muted',
  SUPERSEDED: 'muted',
};
const LOAN_TONES: Record<LoanStatus, Tone> = { 21: 'info', 40: 'bad', 50: 'good' };

export function CaseStatusTag({ status }: { status: CaseStatus }) {
  const { t } = useTranslation('codes');
  return (
    <Tag tone={CASE_TONES[status]} title={status}>
      {t(`codes:case-status.${status}`)}
    </Tag>
  );
}

export function PromiseStatusTag({ status }: { status: PromiseStatus }) {
  const { t } = useTranslation('codes');
  return <Tag tone={PROMISE_TONES[status]}>{t(`codes:promise-status.${status}`)}</Tag>;
}

export function LoanStatusTag({ status }: { status: LoanStatus }) {
  const { t } = useTranslation('codes');
  return (
    <Tag tone={LOAN_TONES[status]} title={String(status)}>
      {t(`codes:loan-status.${status}`)}
    </Tag>
  );
}

export function CallResultText({ result }: { result: CallResult | null }) {
  const { t } = useTranslation('codes');
  if (!result) return <span className="muted">—</span>;
  return <span title={result}>{t(`codes:call-result.${result}`)}</span>;
}
