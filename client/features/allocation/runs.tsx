import { App } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UNDONE_PAUSE_MS, type AllocationRun } from '../../../contract/team/allocation';
import { useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import { MINUTE_MS, useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { Time } from '../../ui/dates/time';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag, type Tone } from '../../ui/status-tag';
import { Pager } from '../../ui/tables/pager';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { useRunQuery, useRunsQuery, useUndoRunMutation } from './allocation-api';
import { PlanPanel } from './plan-panel';
import { RunCases } from './run-cases';

/** Earlier runs of a queue: what each did, its cases, and taking it back. */
export function Runs({ queueId }: { queueId: number }) {
  const { t } = useTranslation('allocation');
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<number | null>(null);
  const { data, error, refetch } = useRunsQuery({ queueId, page });
  const opened = useRunQuery(shown ?? 0, { skip: shown === null });
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={4} />;
  if (data.totalCount === 0) return <EmptyState title={t('allocation:none')} />;
  const acts: SmallColumn<AllocationRun> = {
    field: 'id',
    head: 'allocation:ran.acts',
    draw: (run) => (
      <>
        <Button small quiet onClick={() => setShown(shown === run.id ? null : run.id)}>
          {t(shown === run.id ? 'allocation:hide' : 'allocation:show')}
        </Button>
        <UndoRun run={run} />
      </>
    ),
  };
  return (
    <>
      {page === 1 && data.result[0] && <GapAlert run={data.result[0]} />}
      {page === 1 && <Paused runs={data.result} />}
      <section className="card">
        <header className="card-head">
          <h2>{t('allocation:runs')}</h2>
        </header>
        <SmallTable
          label="allocation:runs"
          words="allocation:ran"
          columns={[...COLUMNS, acts]}
          rows={data.result}
          rowKey={({ id }) => id}
        />
        {data.totalCount > data.result.length && (
          <Pager page={page} size={20} total={data.totalCount} shown={data.result.length} onPage={setPage} />
        )}
      </section>
      {shown !== null && opened.currentData && (
        <PlanPanel
          title={t('allocation:of', { name: opened.currentData.queueName })}
          plan={opened.currentData}
        >
          <RunCases runId={shown} />
        </PlanPanel>
      )}
    </>
  );
}

/** While a run was undone a moment ago, the schedule hands nothing out: there is time to change what was wrong. */
function Paused({ runs }: { runs: readonly AllocationRun[] }) {
  const { t } = useTranslation('allocation');
  const now = useNow(MINUTE_MS);
  const ends = runs.flatMap(({ undoneAt }) => (undoneAt ? [Date.parse(undoneAt) + UNDONE_PAUSE_MS] : []));
  const until = Math.max(0, ...ends);
  if (until <= now) return null;
  return (
    <p className="allocation-alert" role="status">
      {t('allocation:undo.paused')} <Time value={new Date(until).toISOString()} />
    </p>
  );
}

function UndoRun({ run: { id: runId, done, mayUndo } }: { run: AllocationRun }) {
  const { t } = useTranslation('allocation');
  const { modal } = App.useApp();
  const [undo, { isLoading }] = useUndoRunMutation();
  if (!useMay('allocation:run') || !mayUndo || done === 0) return null;
  const ask = async () => {
    const title = t('allocation:undo.ask', { count: done });
    const content = t('allocation:undo.means', { minutes: UNDONE_PAUSE_MS / MINUTE_MS });
    const words = { okText: t('allocation:undo.act'), cancelText: t('common:action.cancel') };
    if (await modal.confirm({ title, content, ...words }))
      await undo({ runId, clientRequestId: newRequestId() });
  };
  return (
    <Button small quiet busy={isLoading} onClick={() => void ask()}>
      {t('allocation:undo.act')}
    </Button>
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

const TONES: Partial<Record<AllocationRun['state'], Tone>> = { DONE: 'good', UNDONE: 'warn' };

const COLUMNS: readonly SmallColumn<AllocationRun>[] = [
  { field: 'askedAt', kind: 'time' },
  {
    field: 'askedBy',
    draw: ({ askedBy, groupName }, t) =>
      [askedBy ?? t('allocation:schedule'), groupName].filter(Boolean).join(' · '),
  },
  { field: 'state', draw: (run, t) => <State run={run} t={t} /> },
  { field: 'done', draw: outcomeText },
];

function State({ run, t }: { run: AllocationRun; t: TFunction }) {
  const { state, planned, done, skipped, undone, kept } = run;
  return (
    <>
      <Tag tone={TONES[state] ?? 'info'}>{t(`allocation:state.${state}`)}</Tag>{' '}
      {state === 'RUNNING' && (
        <progress max={planned} value={done + skipped} aria-label={t('allocation:progress')} />
      )}
      {state === 'UNDOING' && (
        <progress
          max={done + undone + kept}
          value={undone + kept}
          aria-label={t('allocation:undo.progress')}
        />
      )}
    </>
  );
}

function outcomeText(run: AllocationRun, t: TFunction): string {
  const { planned, done, skipped, left, undoneBy, undone, kept } = run;
  return [
    t('allocation:result', { done: done + undone + kept, planned }),
    ...(undoneBy === null ? [] : [t('allocation:undo.done', { count: undone, name: undoneBy })]),
    ...(kept > 0 ? [t('allocation:undo.kept', { count: kept })] : []),
    ...(skipped > 0 ? [t('allocation:skipped', { count: skipped })] : []),
    ...(left > 0 ? [t('allocation:left', { count: left })] : []),
  ].join(' · ');
}
