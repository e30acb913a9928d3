import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useLanguage } from '../../i18n/use-language';
import { formatAge, formatMoney } from '../../lib/format';
import { MINUTE_MS, useNow } from '../../state/clock';

const SHOWN_MS = 2 * MINUTE_MS;

/** Money that comes while one speaks: said where one looks, with its age. */
export function PaidNote({ info, speaking }: { info: CaseInfo; speaking: boolean }) {
  const { t } = useTranslation('calls');
  const language = useLanguage();
  const now = useNow(speaking ? MINUTE_MS : null);
  const [known, setKnown] = useState({ due: info.amount, paid: 0, at: now });
  if (known.due !== info.amount) {
    const paid = known.due - info.amount;
    setKnown({ ...known, due: info.amount, ...(paid > 0 && { paid, at: now }) });
  }
  const age = now - known.at;
  if (known.paid === 0 || !speaking || age > SHOWN_MS) return null;
  return (
    <p className="call-paid" role="status">
      <span>{t('calls:paid', { amount: formatMoney(known.paid, language) })}</span>{' '}
      {age >= MINUTE_MS && (
        <span className="figure" aria-hidden="true">
          {t('calls:ago', { time: formatAge(age, language) })}
        </span>
      )}
    </p>
  );
}
