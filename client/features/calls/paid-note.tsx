import { useState } from 'react';
import type { CaseInfo } from '../../../contract/cases';
import { useWords } from '../../i18n/use-words';
import { formatMoney } from '../../lib/format';
import { SECOND_MS, useNow } from '../../state/clock';

const SHOWN_S = 120;

/** Money that comes while one speaks: said where one looks, with its age. */
export function PaidNote({ info, speaking }: { info: CaseInfo; speaking: boolean }) {
  const { t, language } = useWords('calls');
  const now = useNow(speaking ? SECOND_MS : null);
  const [known, setKnown] = useState({ due: info.amount, paid: 0, at: now });
  if (known.due !== info.amount) {
    const paid = known.due - info.amount;
    setKnown({ ...known, due: info.amount, ...(paid > 0 && { paid, at: now }) });
  }
  const seconds = Math.max(0, Math.floor((now - known.at) / SECOND_MS));
  if (known.paid === 0 || !speaking || seconds > SHOWN_S) return null;
  return (
    <p className="call-paid" role="status">
      <span>{t('calls:paid', { amount: formatMoney(known.paid, language) })}</span>{' '}
      <span className="figure" aria-hidden="true">
        {t('calls:ago', { seconds })}
      </span>
    </p>
  );
}
