import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/status-tag';

/** On what a simulator answered instead of a provider. */
export function SimulatedTag() {
  const { t } = useTranslation('common');
  return (
    <Tag tone="muted" title={t('common:site.simulated.hint')}>
      {t('common:site.simulated')}
    </Tag>
  );
}
