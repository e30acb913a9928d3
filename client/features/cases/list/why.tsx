import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Reason } from '../../../../contract/cases/priorities';
import type { Language } from '../../../../contract/codes';
import { useLanguage } from '../../../i18n/use-language';
import { formatMoney } from '../../../lib/format';

/** Why a case stands here: the strongest reason, how many more there are, and all of them on hover. */
export function Why({ reasons }: { reasons: readonly Reason[] }) {
  const { t } = useTranslation('cases');
  const language = useLanguage();
  const [first, ...more] = reasons.map((reason) => reasonText(reason, t, language));
  if (!first) return null;
  return (
    <span className={`why why-${reasons[0]?.code}`} title={[first, ...more].join(' · ')}>
      <span className="why-first">{first}</span>
      {more.length > 0 && <span className="why-more figure">+{more.length}</span>}
    </span>
  );
}

export function reasonText({ code, params }: Reason, t: TFunction, language: Language): string {
  return t(`cases:why.${code}`, {
    count: params['days'] ?? 0,
    amount: formatMoney(params['amount'] ?? 0, language),
  });
}
