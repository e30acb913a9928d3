import type { StopRow } from '../../../contract/contact/stops';
import { useWords } from '../../i18n/use-words';
import { Tag } from '../../ui/status-tag';

export function StopTag({ stop: { liftedAt } }: { stop: Pick<StopRow, 'liftedAt'> }) {
  const { t } = useWords('stops');
  return liftedAt === null ? (
    <Tag tone="bad">{t('stops:state.LIVE')}</Tag>
  ) : (
    <Tag tone="muted">{t('stops:state.PAST')}</Tag>
  );
}
