import './allocation.css';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { AllocationPlan, AllocationRun } from '../../../contract/team/allocation';
import { useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { Pager } from '../../ui/tables/pager';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { Time } from '../../ui/dates/time';
import {
  useAllocationQueueQuery,
  useDryRunMutation,
  useHandOutMutation,
  useRunQuery,
  useRunsQuery,
} from './allocation-api';
import { Fairness } from './fairness';

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

function PlanPanel({ title, plan }: { title: string; plan: AllocationPlan }) {
  const { t } = useTranslation('allocation');
  const { planned, left, recommendedSeats, missingSeats, seats } = plan;
  const gap = recommendedSeats - seats.length;
  return (
    <section className="card allocation-plan" aria-label={title}>
      <h2>{title}</h2>
      <p className="allocation-facts">
        {t('allocation:given', { count: planned })}
        {left > 0 && <Tag tone="bad">{t('allocation:left', { count: left })}</Tag>}
        {missingSeats > 0 && <Tag tone="warn">{t('allocation:seatGap.seats', { count: missingSeats })}</Tag>}
        {missingSeats === 0 && gap > 0 && <Tag tone="warn">{t('allocation:gap', { count: gap })}</Tag>}
      </p>
      {seats.length > 0 ? <Fairness seats={seats} /> : <EmptyState title={t('allocation:nobody')} />}
    </section>
  );
}

function Runs({ queueId }: { queueId: number }) {
  const { t } = useTranslation('allocation');
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<number | null>(null);
  const { data, error, refetch } = useRunsQuery({ queueId, page });
  const opened = useRunQuery(shown ?? 0, { skip: shown === null });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={4} />;
  if (data.totalCount === 0) return <EmptyState title={t('allocation:none')} />;
  return (
    <section aria-label={t('allocation:runs')}>
      {page === 1 && data.result[0] && <GapAlert run={data.result[0]} />}
      <h2>{t('allocation:runs')}</h2>
      <ul className="allocation-runs">
        {data.result.map((run) => (
          <li key={run.id}>
            <RunLine run={run} />
            <Button small quiet onClick={() => setShown(shown === run.id ? null : run.id)}>
              {t(shown === run.id ? 'allocation:hide' : 'allocation:show')}
            </Button>
            {shown === run.id && opened.currentData && (
              <PlanPanel
                title={t('allocation:of', { name: opened.currentData.queueName })}
                plan={opened.currentData}
              />
            )}
          </li>
        ))}
      </ul>
      {data.totalCount > data.result.length && (
        <Pager page={page} size={20} total={data.totalCount} shown={data.result.length} onPage={setPage} />
      )}
    </section>
  );
}

/** The newest run had to leave cases: it is said until a run leaves none. */
function GapAlert({ run: { queueId, left, missingSeats } }: { run: AllocationRun }) {
  const { t } = useTranslation('allocation');
  if (left === 0) return null;
  return (
    <p className="allocation-alert" role="status">
      <strong>{t('allocation:left', { count: left })}</strong>
      {t('allocation:seatGap.seats', { count: missingSeats })}
      <Link to={`/seatingSchedule/whatIf?queueId=${queueId}`}>{t('allocation:seatGap.plan')}</Link>
    </p>
  );
}

function RunLine({ run }: { run: AllocationRun }) {
  const { t } = useTranslation('allocation');
  const { state, planned, done, skipped, left, askedAt, askedBy, groupName } = run;
  return (
    <>
      <Time value={askedAt} /> {askedBy ?? t('allocation:schedule')} {groupName}{' '}
      <Tag tone={state === 'DONE' ? 'good' : 'info'}>{t(`allocation:state.${state}`)}</Tag>{' '}
      {state === 'RUNNING' && (
        <progress max={planned} value={done + skipped} aria-label={t('allocation:progress')} />
      )}{' '}
      {t('allocation:result', { done, planned })}
      {skipped > 0 && ` · ${t('allocation:skipped', { count: skipped })}`}
      {left > 0 && ` · ${t('allocation:left', { count: left })}`}
    </>
  );
}
