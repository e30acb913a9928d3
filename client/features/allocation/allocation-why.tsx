import './allocation.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { PlanExplanation } from '../../../contract/team/allocation';
import { useMay } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatMoney, formatTime } from '../../lib/format';
import { Button } from '../../ui/button';
import { GenericSelect } from '../../ui/generic-select';
import { Popup } from '../../ui/layers/popup';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useBindersQuery, useExplainQuery } from './allocation-api';

/** Why the case went to whom it went, and why not to another. */
export function AllocationWhy({ info }: { info: CaseInfo }) {
  return useMay('allocation:read') ? <WhyButton taskId={info.id} /> : null;
}

function WhyButton({ taskId }: { taskId: number }) {
  const { t } = useTranslation('allocation');
  return (
    <Popup placement="rightTop" content={<Why taskId={taskId} />}>
      <Button small quiet>
        {t('allocation:why.title')}
      </Button>
    </Popup>
  );
}

function Why({ taskId }: { taskId: number }) {
  const { t } = useTranslation('allocation');
  const language = useLanguage();
  const [agentId, setCollectorId] = useState<number>();
  const { data: people = [] } = useBindersQuery();
  const { data, error, refetch } = useExplainQuery({ taskId, ...(agentId && { agentId }) });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PanelSkeleton lines={3} />;
  const { moved, plan, keptOut } = data;
  return (
    <div className="allocation-why">
      {moved && (
        <p>
          {t(moved.returned ? 'allocation:moved.returned' : 'allocation:moved.by-hand', {
            by: moved.by ?? t('allocation:moved.system'),
            name: moved.agent,
            time: formatTime(moved.at, language),
          })}
        </p>
      )}
      {keptOut && <p>{t(`allocation:kept-out.${keptOut}`)}</p>}
      {plan && (
        <>
          <p>
            {moved && `${t('allocation:why.plan-before')} `}
            {t(`allocation:rule.${plan.rule}`, {
              name: plan.agent ?? '',
              before: plan.before,
              cap: plan.cap,
            })}
            {plan.state === 'SKIPPED' && ` ${t('allocation:why.skipped')}`}
            {plan.state === 'UNDONE' && ` ${t('allocation:why.undone')}`}
          </p>
          <GenericSelect
            label={t('allocation:why.another')}
            choices={people.map(({ id, name }) => ({ value: id, label: name }))}
            value={agentId}
            onChange={setCollectorId}
          />
          <WhyNot plan={plan} />
        </>
      )}
    </div>
  );
}

function WhyNot({ plan: { whyNot, agent } }: { plan: PlanExplanation }) {
  const { t } = useTranslation('allocation');
  const language = useLanguage();
  if (!whyNot) return null;
  const { why, agent: name, before, cap, amount, takerAmount } = whyNot;
  return (
    <p role="status">
      {t(`allocation:not.${why}`, {
        ...{ name, before, cap, taker: agent ?? '' },
        amount: formatMoney(amount, language),
        takerAmount: formatMoney(takerAmount, language),
      })}
    </p>
  );
}
