import './allocation.css';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useAllocationQueueQuery, useDryRunMutation, useHandOutMutation } from './allocation-api';
import { PlanPanel } from './plan-panel';
import { Runs } from './runs';

/** The waiting cases of a queue: who would get them, handing them out, and what earlier runs did. */
export function Component() {
  const queueId = Number(useParams()['id']);
  const { t } = useTranslation(['allocation', 'queues']);
  const { modal } = App.useApp();
  const queue = useAllocationQueueQuery(queueId);
  const [dryRun, preview] = useDryRunMutation();
  const [handOut, handOutState] = useHandOutMutation();
  const mayRun = useMay('allocation:run');
  if (!queue.data)
    return (
      <div className="page">
        <BackLink to="/queue" label={t('queues:list.title')} />
        {queue.error ? (
          <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />
        ) : (
          <PanelSkeleton lines={8} />
        )}
      </div>
    );
  const { name, waiting } = queue.data;
  const run = async () => {
    const seed = preview.data?.seed;
    const title = t('allocation:ask', { count: waiting });
    const words = { okText: t('allocation:run'), cancelText: t('common:action.cancel') };
    if (!(await modal.confirm({ title, ...words }))) return;
    const answer = await handOut({
      queueId,
      clientRequestId: newRequestId(),
      ...(seed !== undefined && { seed }),
    });
    if (!answer.error) preview.reset();
  };
  const can = mayRun && waiting > 0 && queue.data.open && queue.data.type === 'AUTOMATIC';
  return (
    <div className="page allocation-page">
      <BackLink to={`/queue/list/${queueId}`} label={name} />
      <PageHeader
        title={t('allocation:title')}
        extra={
          mayRun && (
            <>
              <Button
                disabled={!can}
                busy={preview.isLoading}
                onClick={() => void dryRun({ queueId, seed: Math.floor(Math.random() * 1_000_000) })}
              >
                {t('allocation:preview')}
              </Button>
              <Button primary disabled={!can} busy={handOutState.isLoading} onClick={() => void run()}>
                {t('allocation:run')}
              </Button>
            </>
          )
        }
      />
      <p className="muted">{t('allocation:waiting', { count: waiting })}</p>
      {queue.data.type === 'MANUAL' && <p>{t('allocation:manual')}</p>}
      {preview.data && <PlanPanel title={t('allocation:planned')} plan={preview.data} />}
      <Runs queueId={queueId} />
    </div>
  );
}
