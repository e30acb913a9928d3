import './complaints.css';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { ComplaintMonthRow } from '../../../contract/supervision/complaint-months';
import { businessDay } from '../../../contract/shared/date';
import { useMay } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatMonth } from '../../lib/format';
import { useNow } from '../../state/clock';
import { Button } from '../../ui/button';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { BackLink } from '../../ui/visits/back-link';
import { MonthTag, PlaceChoice, useMonthPlace } from './month-marks';
import { useComplaintMonthsQuery } from './months-api';

const COLUMNS: readonly SmallColumn<ComplaintMonthRow>[] = [
  { field: 'month', draw: ({ month }) => <MonthLink month={month} /> },
  { field: 'state', draw: ({ state }) => <MonthTag state={state} /> },
  { field: 'dueOn', kind: 'day' },
  { field: 'opened', kind: 'count' },
  { field: 'withoutCause', kind: 'count' },
  { field: 'confirmedOpened', kind: 'count' },
  { field: 'confirmedBy' },
  { field: 'confirmedAt', kind: 'time' },
];

function MonthLink({ month }: { month: string }) {
  const language = useLanguage();
  const [search] = useSearchParams();
  const place = search.get('institutionId');
  return (
    <Link to={`/complaint/month/${month}${place ? `?institutionId=${place}` : ''}`}>
      {formatMonth(month, language)}
    </Link>
  );
}

/** A year's months of complaints: which are confirmed, and which wait for somebody. */
export function Component() {
  const { t } = useTranslation('complaint-months');
  const today = businessDay(new Date(useNow()));
  const thisYear = Number(today.slice(0, 4));
  const [search, setSearch] = useSearchParams();
  const institutionId = useMonthPlace();
  const year = Number(search.get('year')) || thisYear;
  const mayConfigure = useMay('system:manage');
  const { currentData: months, error, refetch } = useComplaintMonthsQuery({ year, institutionId });
  const toYear = (which: number) => {
    const next = new URLSearchParams(search);
    next.set('year', String(which));
    setSearch(next, { replace: true });
  };
  return (
    <div className="page">
      <BackLink to="/complaints" label={t('complaint-months:back')} />
      <PageHeader
        title={t('complaint-months:title', { year })}
        beside={<PlaceChoice />}
        extra={
          <>
            <Button onClick={() => toYear(year - 1)}>{year - 1}</Button>
            <Button disabled={year >= thisYear} onClick={() => toYear(year + 1)}>
              {year + 1}
            </Button>
          </>
        }
      />
      <p className="complaints-above">
        <Link to="/complaint/causes">{t('complaint-months:causes')}</Link>
        {mayConfigure && <Link to="/settings/regulator">{t('complaint-months:terms')}</Link>}
      </p>
      {months && months.length === 0 ? (
        <EmptyState title={t('complaint-months:empty')} />
      ) : months ? (
        <section className="card">
          <SmallTable
            label="complaint-months:list"
            words="complaint-months:column"
            columns={COLUMNS}
            rows={months}
            rowKey={(_, at) => at}
          />
        </section>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={12} />
      )}
    </div>
  );
}
