import { useTranslation } from 'react-i18next';
import { Tag } from '../../ui/status-tag';

export function QueueStatus({ open }: { open: boolean }) {
  const { t } = useTranslation('queues');
  return <Tag tone={open ? 'good' : 'muted'}>{t(open ? 'queues:status.open' : 'queues:status.closed')}</Tag>;
}
