import { useTranslation } from 'react-i18next';
import type { StopRow } from '../../../contract/contact/stops';
import { Tag } from '../../ui/status-tag';

export function StopTag({ stop }: { stop: Pick<StopRow, 'liftedAt' | 'liftRequestedAt'> }) {
  const { t } = useTranslation('stops');
  if (stop.liftedAt !== null) return <Tag tone="muted">{t('stops:state.PAST')}</Tag>;
  if (stop.liftRequestedAt !== null) return <Tag tone="warn">{t('stops:state.REQUESTED')}</Tag>;
  return <Tag tone="bad">{t('stops:state.LIVE')}</Tag>;
}
