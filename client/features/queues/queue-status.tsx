import { useWords } from '../../i18n/use-words';
import { Tag } from '../../ui/status-tag';

export function QueueStatus({ open }: { open: boolean }) {
  const { t } = useWords('queues');
  return <Tag tone={open ? 'good' : 'muted'}>{t(open ? 'queues:status.open' : 'queues:status.closed')}</Tag>;
}
