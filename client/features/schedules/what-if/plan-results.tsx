import { useTranslation } from 'react-i18next';
import type { PlanResult } from '../../../../contract/team/what-if';
import { Button } from '../../../ui/button';
import { EmptyState, ErrorState, PanelSkeleton } from '../../../ui/states';
import { Tag } from '../../../ui/status-tag';
import { Time } from '../../../ui/dates/time';
import { Difference, Figure } from './figure';
import { FIGURE_ROWS } from './figure-rows';
import { usePlanResultQuery, useUndoPlanMutation } from './what-if-api';

/** The plans that were applied for the day, what they were to bring, and what came. */
export function PlanResults({ day, isOver }: { day: string; isOver: boolean }) {
  const { t } = useTranslation('what-if');
  const { data, error, refetch } = usePlanResultQuery({ day });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={4} />;
  return (
    <section className="what-if-results" aria-label={t('what-if:results')}>
      <h2>{t('what-if:results')}</h2>
      {data.length === 0 && <EmptyState title={t('what-if:noPlans')} />}
      {data.map((plan) => (
        <AppliedPlan key={plan.planId} plan={plan} isOver={isOver} />
      ))}
    </section>
  );
}

function AppliedPlan({ plan, isOver }: { plan: PlanResult; isOver: boolean }) {
  const { t } = useTranslation('what-if');
  const [undo, { isLoading }] = useUndoPlanMutation();
  const { planId, appliedBy, appliedAt, undoneAt, mayUndo, queues } = plan;
  return (
    <article className="card what-if-applied">
      <p className="what-if-bar">
        <span>
          <Time value={appliedAt} /> {appliedBy}
        </span>
        {undoneAt && <Tag tone="muted">{t('what-if:undone')}</Tag>}
        {mayUndo && (
          <Button small busy={isLoading} onClick={() => void undo({ planId })}>
            {t('what-if:undo')}
          </Button>
        )}
      </p>
      {queues.map((queue) => (
        <Compared key={queue.queueId} queue={queue} isOver={isOver} />
      ))}
    </article>
  );
}

function Compared({ queue, isOver }: { queue: PlanResult['queues'][number]; isOver: boolean }) {
  const { t } = useTranslation('what-if');
  const { queueName, before, planned, came } = queue;
  return (
    <div className="small-table-place" role="region" aria-label={queueName} tabIndex={0}>
      <table className="small-table what-if-table" aria-label={queueName}>
        <thead>
          <tr>
            <th scope="col">{queueName}</th>
            <th scope="col" className="small-table-figure">
              {t('what-if:before')}
            </th>
            <th scope="col" className="small-table-figure">
              {t('what-if:planned')}
            </th>
            <th scope="col" className="small-table-figure">
              {t(isOver ? 'what-if:came' : 'what-if:soFar')}
            </th>
            <th scope="col">{t('what-if:difference')}</th>
          </tr>
        </thead>
        <tbody>
          {FIGURE_ROWS.filter((row) => row.came || row.name === 'target').map((row) => {
            const real = row.came && came ? came[row.came] : null;
            return (
              <tr key={row.name} className={row.main ? 'what-if-main' : undefined}>
                <th scope="row">{t(`what-if:figures.${row.name}`)}</th>
                {[before[row.name], planned[row.name], real].map((value, at) => (
                  <td key={at} className="small-table-figure">
                    <Figure value={value} kind={row.kind} />
                  </td>
                ))}
                <td>
                  <Difference before={planned[row.name]} after={real} row={row} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
