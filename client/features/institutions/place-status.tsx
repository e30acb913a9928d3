import { useWords } from '../../i18n/use-words';
import { Tag } from '../../ui/status-tag';

export function PlaceStatus({ enabled }: { enabled: boolean }) {
  const { t } = useWords('institutions');
  return (
    <Tag tone={enabled ? 'good' : 'muted'}>
      {t(enabled ? 'institutions:status.open' : 'institutions:status.closed')}
    </Tag>
  );
}
