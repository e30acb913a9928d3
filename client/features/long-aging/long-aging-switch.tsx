import { useTranslation } from 'react-i18next';
import { useCurrentUserQuery, useMay } from '../../api/session-api';

interface LongAgingSwitchProps {
  on: boolean;
  onSwitch: (on: boolean) => void;
}

export function LongAgingSwitch({ on, onSwitch }: LongAgingSwitchProps) {
  const { t } = useTranslation('cases');
  const { data: user } = useCurrentUserQuery();
  // By the permission, or by the person's own role, as task/getIsLongAging answers.
  const may = useMay('plan:readLongAging') || user?.longAging;
  if (!may) return null;
  return (
    <button type="button" className="quick-filter" aria-pressed={on} onClick={() => onSwitch(!on)}>
      {t('cases:list.long-aging')}
    </button>
  );
}
