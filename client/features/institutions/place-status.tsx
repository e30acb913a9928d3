import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/status-tag';

export function PlaceStatus({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('institutions');
  return (
    <Tag tone={enabled ? 'good' : 'muted'}>
      {t(enabled ? 'institutions:status.open' : 'institutions:status.closed')}
    </Tag>
  );
}
