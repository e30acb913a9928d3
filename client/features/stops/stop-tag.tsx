import { useTranslation } from 'react-i18next';
import type { StopRow } from '../../../contract/contact/stops';
import { Tag } from '../../ui/status-tag';

export function StopTag({ stop: { liftedAt } }: { stop: Pick<StopRow, 'liftedAt'> }) {
  const { t } = useTranslation('stops');
  return liftedAt === null ? (
    <Tag tone="bad">{t('stops:state.LIVE')}</Tag>
  ) : (
    <Tag tone="muted">{t('stops:state.PAST')}</Tag>
  );
}
