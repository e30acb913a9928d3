import './listening.css';
import { useTranslation } from 'react-i18next';
import { useCurrentUserQuery } from '../../api/session-api';
import { useWatch } from '../../realtime/hooks';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { ListeningBar } from './listening-bar';
import { useLiveCallsQuery } from './listening-api';
import { RunningCalls } from './running-calls';
import { useListening } from './use-listening';

/** The running calls of one's people, to listen in to, to whisper to the collector, or to speak to both. */
export function Component() {
  const { t } = useTranslation(['listening', 'calls']);
  useWatch({ topic: 'liveCalls' });
  const { data: me } = useCurrentUserQuery();
  const { data: running, error, refetch } = useLiveCallsQuery();
  // Pushes include the own call, which nobody can listen to.
  const data = running?.filter(({ agentId }) => agentId !== me?.id);
  const listening = useListening();
  const { now, trouble } = listening;
  return (
    <div className="page">
      <PageHeader title={t('listening:title')} extra={<span className="muted">{t('listening:keys')}</span>} />
      {now && (
        <ListeningBar
          now={now}
          call={data?.find(({ callId }) => callId === now.callId)}
          listening={listening}
        />
      )}
      <div role="status">
        {trouble && <p className="listening-trouble">{t(`listening:trouble.${trouble}`)}</p>}
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PanelSkeleton lines={6} />}
      {data?.length === 0 && <EmptyState title={t('listening:none')} />}
      {data && data.length > 0 && <RunningCalls calls={data} listening={listening} />}
    </div>
  );
}
