import './pressure.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Pressure, PressureAct, PressureDay } from '../../../contract/supervision/pressure';
import { useLanguage } from '../../i18n/use-language';
import { formatDay, formatZone } from '../../lib/format';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { type SmallColumn, SmallTable } from '../../ui/tables/small-table';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { Tag } from '../../ui/status-tag';
import { Day, Time } from '../../ui/dates/time';
import { usePressureQuery } from './contact-compliance-api';
import { clockOf, markOf, PressurePicture } from './pressure-picture';

type Hold = Pressure['holds'][number];

const ACTS: readonly SmallColumn<PressureAct>[] = [
  { field: 'at', draw: ({ minute }) => <span className="figure">{clockOf(minute)}</span> },
  { field: 'channel', kind: 'code', words: 'guard:channel' },
  { field: 'kind', draw: (act, t) => t(`guard:pressure-mark.${markOf(act)}`) },
  { field: 'relation', kind: 'code', words: 'codes:relation' },
  { field: 'loanId', draw: (act) => <Loan act={act} /> },
  { field: 'actor' },
];
const HOLDS: readonly SmallColumn<Hold>[] = [
  { field: 'kind', kind: 'code', words: 'guard:kind' },
  { field: 'channel', kind: 'code', words: 'guard:channel' },
  { field: 'from', kind: 'time' },
  { field: 'until', draw: ({ until }, t) => (until ? <Time value={until} /> : t('guard:pressure.still')) },
];

/** A borrower's contacts in 30 days, over all loans and channels, beside the limits. */
export function Component() {
  const { t } = useTranslation(['guard', 'codes']);
  const language = useLanguage();
  const taskId = Number(useParams().taskId);
  const { data, error, refetch } = usePressureQuery(taskId);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!data) {
    return (
      <div className="page">
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <PanelSkeleton lines={12} />}
      </div>
    );
  }
  const caseAddress = `/task/${taskId}/${encodeURIComponent(data.loanId)}`;
  const day = chosen ?? data.acts[0]?.day ?? data.days.at(-1)!.day;
  const acts = data.acts.filter((act) => act.day === day);
  return (
    <div className="page pressure">
      <BackLink to={caseAddress} label={t('guard:pressure.case', { loan: data.loanId })} />
      <PageHeader
        title={t('guard:pressure.of', { name: data.borrowerName })}
        tab={t('guard:pressure.of', { name: data.loanId })}
        extra={<Link to={caseAddress}>{t('guard:pressure.case', { loan: data.loanId })}</Link>}
      />
      <p className="muted">{t('guard:pressure.zone', { zone: formatZone(data.zone, language) })}</p>
      <section className="card">
        <PressurePicture pressure={data} />
      </section>
      <div className="pressure-parts">
        <section className="card">
          <h2>{t('guard:pressure.days')}</h2>
          <SmallTable
            label="guard:pressure.days"
            words="guard:pressure-day"
            columns={daysOf(data.limits, day, setChosen)}
            rows={[...data.days].reverse()}
            rowKey={(_, at) => at}
          />
        </section>
        <section className="card">
          <h2>{t('guard:pressure.acts', { day: formatDay(day, language) })}</h2>
          {acts.length === 0 ? (
            <EmptyState title={t('guard:pressure.none')} />
          ) : (
            <SmallTable
              label="guard:pressure.title"
              words="guard:pressure-act"
              columns={ACTS}
              rows={acts}
              rowKey={({ receiptId }) => receiptId}
            />
          )}
          {data.holds.length > 0 && (
            <>
              <h2>{t('guard:pressure.holds')}</h2>
              <SmallTable
                label="guard:pressure.holds"
                words="guard:pressure-hold"
                columns={HOLDS}
                rows={data.holds}
                rowKey={(_, at) => at}
              />
            </>
          )}
        </section>
      </div>
    </div>
  );
}

function daysOf(
  limits: Pressure['limits'],
  chosen: string,
  choose: (day: string) => void,
): SmallColumn<PressureDay>[] {
  return [
    {
      field: 'day',
      draw: ({ day }) => (
        <Button small quiet aria-pressed={day === chosen} onClick={() => choose(day)}>
          <Day value={day} short />
        </Button>
      ),
    },
    { field: 'attempts', draw: ({ attempts }) => <Of n={attempts} most={limits.attemptsPerDay} /> },
    { field: 'attemptsWeek', draw: (row) => <Of n={row.attemptsWeek} most={limits.attemptsPerWeek} /> },
    { field: 'conversations', draw: (row) => <Of n={row.conversations} most={limits.conversationsPerDay} /> },
    { field: 'messages', draw: ({ messages }) => <Of n={messages} most={limits.messagesPerDay} /> },
    { field: 'refused', kind: 'count' },
    { field: 'incoming', kind: 'count' },
  ];
}

function Of({ n, most: max }: { n: number; most: number }) {
  const { t } = useTranslation('guard');
  if (n === 0) return <span className="muted">—</span>;
  const countText = `${n}/${max}`;
  if (n <= max) return <span className="figure">{countText}</span>;
  return (
    <Tag tone="bad">
      {countText} {t('guard:pressure.over')}
    </Tag>
  );
}

function Loan({ act: { loanId, taskId } }: { act: PressureAct }) {
  if (loanId === null || taskId === null) return <span className="muted">—</span>;
  return <Link to={`/task/${taskId}/${encodeURIComponent(loanId)}`}>{loanId}</Link>;
}
