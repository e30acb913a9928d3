import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodeStatus, RepaymentCodeRow } from '../../../contract/money/repayment-codes';
import { SimulatedTag } from '../../domain/site/simulated-tag';
import { CopyButton } from '../../ui/copy-button';
import { Money } from '../../ui/money';
import { Tag } from '../../ui/status-tag';
import { Barcode } from './barcode';
import { grouped, leftOf, secondsUntil } from '../../lib/countdown';

const TONES = {
  REQUESTED: 'info',
  ACTIVE: 'good',
  PAID: 'good',
  EXPIRED: 'muted',
  SUPERSEDED: 'muted',
  FAILED: 'bad',
} as const satisfies Record<CodeStatus, string>;

export function CodeStatusTag({ status }: { status: CodeStatus }) {
  const { t } = useTranslation('repayment');
  return <Tag tone={TONES[status]}>{t(`repayment:status.${status}`)}</Tag>;
}

export function CodeView({ code, now, due }: { code: RepaymentCodeRow; now: number; due?: number }) {
  const { t } = useTranslation(['repayment', 'codes']);
  const what = t(`repayment:reference.${code.payChannel}`);
  return (
    <div className="code-view">
      <div className="code-view-line">
        <CodeStatusTag status={code.status} />
        {code.simulated && <SimulatedTag />}
        <strong>
          <Money value={code.amount} />
        </strong>
        <span className="muted">{t(`repayment:type.${code.type}`)}</span>
        <Expiry code={code} now={now} />
      </div>
      {code.status === 'ACTIVE' && code.reference !== null ? (
        <div className="code-reference">
          <span className="code-digits">{grouped(code.reference)}</span>
          {/^\d+$/.test(code.reference) && <CopyButton text={code.reference} what={what} />}
        </div>
      ) : (
        <p className="code-waiting">{sentenceOf(code, t)}</p>
      )}
      {code.status === 'ACTIVE' && due !== undefined && code.amount > due && (
        <p className="code-stale">{t('repayment:stale')}</p>
      )}
      {code.status === 'ACTIVE' && code.barcode !== null && (
        <Barcode digits={code.barcode} label={t('repayment:barcode', { digits: code.barcode })} />
      )}
    </div>
  );
}

function Expiry({ code, now }: { code: RepaymentCodeRow; now: number }) {
  const { t } = useTranslation('repayment');
  if (code.status !== 'ACTIVE') return null;
  const { key, values } = leftOf(secondsUntil(code.expiresAt, now));
  return (
    <span className="muted code-expiry">
      {t('repayment:expires', { left: t(`common:left.${key}`, values) })}
    </span>
  );
}

function sentenceOf(code: RepaymentCodeRow, t: (key: string) => string): ReactNode {
  if (code.reason !== null) return t(`repayment:reason.${code.reason}`);
  return t(`repayment:sentence.${code.status}`);
}
