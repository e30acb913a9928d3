import { useTranslation } from 'react-i18next';
import { useIsLongAgingQuery } from './long-aging-api';

interface LongAgingSwitchProps {
  on: boolean;
  onSwitch: (on: boolean) => void;
}

export function LongAgingSwitch({ on, onSwitch }: LongAgingSwitchProps) {
  const { t } = useTranslation('cases');
  const { data: may } = useIsLongAgingQuery();
  if (!may) return null;
  return (
    <button type="button" className="quick-filter" aria-pressed={on} onClick={() => onSwitch(!on)}>
      {t('cases:list.long-aging')}
    </button>
  );
}
