import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/status-tag';

export function StatusTag({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('users');
  return (
    <Tag tone={enabled ? 'good' : 'muted'}>
      {t(enabled ? 'users:status.enabled' : 'users:status.disabled')}
    </Tag>
  );
}
