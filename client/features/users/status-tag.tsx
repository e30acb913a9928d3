import { useTranslation } from 'react-i18next';
import type { UserInfo } from '../../../contract/administration/users';
import { Tag } from '../../ui/status-tag';

export function StatusTag({ of: { enabled, waiting } }: { of: Pick<UserInfo, 'enabled' | 'waiting'> }) {
  const { t } = useTranslation('users');
  if (waiting) return <Tag tone="warn">{t('users:status.waiting')}</Tag>;
  return (
    <Tag tone={enabled ? 'good' : 'muted'}>
      {t(enabled ? 'users:status.enabled' : 'users:status.disabled')}
    </Tag>
  );
}
