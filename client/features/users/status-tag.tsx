import { useWords } from '../../i18n/use-words';
import { Tag } from '../../ui/status-tag';

export function StatusTag({ enabled }: { enabled: boolean }) {
  const { t } = useWords('users');
  return (
    <Tag tone={enabled ? 'good' : 'muted'}>
      {t(enabled ? 'users:status.enabled' : 'users:status.disabled')}
    </Tag>
  );
}
