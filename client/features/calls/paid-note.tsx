import { useEffect, useRef, useState } from 'react';
import type { CaseInfo } from '../../../contract/cases';
import { useWords } from '../../i18n/use-words';
import { useCell } from '../../lib/cell';
import { formatMoney } from '../../lib/format';
import { clockAhead } from './call-store';
import { useSecondsSince } from './use-calls';

const SHOWN_S = 120;

/** Money that comes while one speaks: said where one looks, with its age. */
export function PaidNote({ info, speaking }: { info: CaseInfo; speaking: boolean }) {
  const { t, language } = useWords('calls');
  const ahead = useCell(clockAhead);
  const before = useRef(info.amount);
  const [paid, setPaid] = useState<{ amount: number; at: string } | null>(null);
  useEffect(() => {
    const amount = before.current - info.amount;
    before.current = info.amount;
    if (amount > 0) setPaid({ amount, at: new Date(Date.now() + ahead).toISOString() });
  }, [info.amount, ahead]);
  const seconds = useSecondsSince(paid && speaking ? paid.at : null);
  if (!paid || !speaking || seconds > SHOWN_S) return null;
  return (
    <p className="call-paid" role="status">
      <span>{t('calls:paid', { amount: formatMoney(paid.amount, language) })}</span>{' '}
      <span className="figure" aria-hidden="true">
        {t('calls:ago', { seconds })}
      </span>
    </p>
  );
}
