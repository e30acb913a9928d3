import './allocation.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseInfo } from '../../../contract/cases/cases';
import { useMay } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatMoney } from '../../lib/format';
import { Button } from '../../ui/button';
import { GenericSelect } from '../../ui/generic-select';
import { Popup } from '../../ui/layers/popup';
import { ErrorState, isCallError, PanelSkeleton } from '../../ui/states';
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
  if (isCallError(error) && error.code === '21') return <p>{t('allocation:why.never')}</p>;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PanelSkeleton lines={3} />;
  const { rule, agent, before, cap, whyNot, state } = data;
  return (
    <div className="allocation-why">
      <p>
        {t(`allocation:rule.${rule}`, { name: agent ?? '', before, cap })}
        {state === 'SKIPPED' && ` ${t('allocation:why.skipped')}`}
      </p>
      <GenericSelect
        label={t('allocation:why.another')}
        choices={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={agentId}
        onChange={setCollectorId}
      />
      {whyNot && (
        <p role="status">
          {t(`allocation:not.${whyNot.why}`, {
            ...{ name: whyNot.agent, before: whyNot.before, cap: whyNot.cap, taker: agent ?? '' },
            amount: formatMoney(whyNot.amount, language),
            takerAmount: formatMoney(whyNot.takerAmount, language),
          })}
        </p>
      )}
    </div>
  );
}
