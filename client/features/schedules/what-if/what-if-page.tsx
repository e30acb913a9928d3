import './what-if.css';
import { App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { addDays, businessDay } from '../../../../contract/shared/date';
import { useMay } from '../../../api/session-api';
import { newRequestId } from '../../../lib/request-id';
import { useNow } from '../../../state/clock';
import { Button } from '../../../ui/button';
import { DateInput } from '../../../ui/dates/date-input';
import { GenericSelect } from '../../../ui/generic-select';
import { PageHeader } from '../../../ui/page-header';
import { BackLink } from '../../../ui/visits/back-link';
import { EmptyState, ErrorState, isCallError, PanelSkeleton } from '../../../ui/states';
import { PeoplePanel } from './people-panel';
import { PlanPanel } from './plan-panel';
import { PlanResults } from './plan-results';
import { useWishes } from './use-wishes';
import { useApplyPlanMutation, useUndoPlanMutation, useWhatIfQuery } from './what-if-api';

const UNDO_SECONDS = 60;
const INVALID = '22';

/** A day planned otherwise, beside today's plan; applied into the schedule, and compared with what came. */
export function Component() {
  const { t } = useTranslation(['what-if', 'schedules']);
  const [search, setSearch] = useSearchParams();
  const today = businessDay(new Date(useNow()));
  const day = /^\d{4}-\d\d-\d\d$/.exec(search.get('day') ?? '')?.[0] ?? addDays(today, 1);
  const isOver = day < today;
  const change = (name: string, value: string | null) => {
    const params = new URLSearchParams(search);
    if (value) params.set(name, value);
    else params.delete(name);
    setSearch(params, { replace: true });
  };
  const nearby = [-1, 0, 1].map((days) => addDays(today, days));
  return (
    <div className="page what-if">
      <BackLink to={`/seatingSchedule?day=${day}`} label={t('schedules:list.title')} />
      <PageHeader title={t('what-if:title')} />
      <p className="what-if-bar">
        <DateInput
          label={t('schedules:day')}
          className="what-if-day"
          allowClear={false}
          value={day}
          onChange={(next) => change('day', next)}
        />
        {nearby.map((each, at) => (
          <Button key={each} small quiet aria-pressed={each === day} onClick={() => change('day', each)}>
            {t(`what-if:near.${['yesterday', 'today', 'tomorrow'][at]}`)}
          </Button>
        ))}
      </p>
      {isOver ? <p className="muted">{t('what-if:over')}</p> : <Desk key={day} day={day} onChange={change} />}
      <PlanResults day={day} isOver={isOver} />
    </div>
  );
}

function Desk({ day, onChange }: { day: string; onChange: (name: string, value: string | null) => void }) {
  const { t } = useTranslation('what-if');
  const [search] = useSearchParams();
  const [name, setName] = useState('');
  const { wishes, count, wish, plan, clear } = useWishes(day);
  // The answer without a named queue tells which is the first.
  const [first, setFirst] = useState<number>();
  const shownQueue = Number(search.get('queueId')) || first;
  const chosen = shownQueue === undefined ? {} : { queueId: shownQueue };
  const { data, error, isFetching, refetch } = useWhatIfQuery({
    ...wishes,
    ...chosen,
    ...(name && { name }),
  });
  const apply = useApply(clear);
  const mayApply = useMay('schedule:manage');
  const refusal = isCallError(error) && error.code === INVALID ? error : null;
  if (error && !refusal) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PanelSkeleton lines={12} />;
  const queue = data.queues.find(({ queueId }) => queueId === shownQueue) ?? data.queues[0];
  if (!queue) return <EmptyState title={t('what-if:noQueues')} />;
  const { queueId, otherSeats } = queue;
  if (shownQueue === undefined) setFirst(queueId);
  const people = data.people.filter((person) => person.queueId === queueId);
  return (
    <>
      <div className="what-if-bar">
        <GenericSelect
          label={t('what-if:queue')}
          className="what-if-queue"
          clearable={false}
          choices={data.queues.map((each) => ({ value: each.queueId, label: each.queueName }))}
          value={queueId}
          onChange={(next) => onChange('queueId', next === undefined ? null : String(next))}
        />
        <span role="status">{t('what-if:changes', { count })}</span>
        <Button disabled={count === 0} onClick={clear}>
          {t('what-if:reset')}
        </Button>
        {mayApply && (
          <Button
            primary
            disabled={count === 0 || refusal !== null}
            busy={apply.busy || isFetching}
            onClick={() => void apply.run({ ...wishes, basis: data.basis }, count)}
          >
            {t('what-if:apply')}
          </Button>
        )}
      </div>
      {refusal && refusal.fields.length === 0 && <ErrorState error={refusal} />}
      <div className="what-if-sides">
        <section className="card" aria-label={t('what-if:plan')} aria-busy={isFetching}>
          <PlanPanel
            key={queueId}
            day={day}
            queue={queue}
            wish={wishes.queues.find((each) => each.queueId === queueId)}
            problems={refusal?.fields ?? []}
            onWish={(field, value) => wish(queueId, field, value)}
          />
          {otherSeats > 0 && <p className="muted">{t('what-if:others', { count: otherSeats })}</p>}
          <p className="muted">{t('what-if:source')}</p>
        </section>
        <PeoplePanel
          answer={{ ...data, people, peopleCount: isFetching ? people.length : data.peopleCount }}
          name={name}
          onName={setName}
          onPlan={plan}
        />
      </div>
    </>
  );
}

function useApply(onDone: () => void) {
  const { t } = useTranslation('what-if');
  const { modal, notification } = App.useApp();
  const [apply, { isLoading }] = useApplyPlanMutation();
  const [undo] = useUndoPlanMutation();
  const run = async (plan: Parameters<typeof apply>[0], count: number) => {
    const words = { okText: t('what-if:apply'), cancelText: t('common:action.cancel') };
    if (!(await modal.confirm({ title: t('what-if:ask', { count, day: plan.day }), ...words }))) return;
    const { data } = await apply({ ...plan, clientRequestId: newRequestId() });
    if (!data) return;
    onDone();
    const key = `plan-${data.planId}`;
    const takeBack = () => {
      notification.destroy(key);
      void undo(data);
    };
    notification.success({
      ...{ key, duration: UNDO_SECONDS, title: t('what-if:applied', { day: plan.day }) },
      actions: (
        <Button small onClick={takeBack}>
          {t('what-if:undo')}
        </Button>
      ),
    });
  };
  return { run, busy: isLoading };
}
