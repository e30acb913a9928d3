import './complaints.css';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { COMPLAINT_TYPES, type ComplaintMonth } from '../../../contract/supervision/complaints';
import { businessDay } from '../../../contract/shared/date';
import { useNow } from '../../state/clock';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { Button } from '../../ui/button';
import { PART } from '../../ui/charts/look';
import { Picture } from '../../ui/charts/picture';
import { PageHeader } from '../../ui/page-header';
import { BackLink } from '../../ui/visits/back-link';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { ErrorState, PanelSkeleton } from '../../ui/states';
import { useComplaintReportQuery } from './complaints-api';

const COLUMNS: readonly SmallColumn<ComplaintMonth>[] = [
  { field: 'month' },
  { field: 'opened', kind: 'count' },
  { field: 'completed', kind: 'count' },
  { field: 'inTime', kind: 'count' },
  { field: 'open', kind: 'count' },
  { field: 'averageHours', kind: 'count' },
  { field: 'fined', kind: 'count' },
  { field: 'penalties', kind: 'money' },
];

/** The year's months up to now, the newest first, also those without a complaint; printed as it stands. */
export function Component() {
  const { t } = useTranslation('complaints');
  const today = businessDay(new Date(useNow()));
  const [search, setSearch] = useSearchParams();
  const year = Number(search.get('year')) || Number(today.slice(0, 4));
  const last = [`${year}-12`, today.slice(0, 7)].sort()[0]!;
  const { currentData: months, error, refetch } = useComplaintReportQuery({ from: `${year}-01`, to: last });
  const types: readonly SmallColumn<ComplaintMonth>[] = COMPLAINT_TYPES.map((type) => ({
    field: 'byType',
    head: `complaints:type.${type}`,
    kind: 'count',
    draw: ({ byType }) => byType[type] ?? 0,
  }));
  return (
    <div className="page">
      <div className="complaint-report-bar">
        <BackLink to="/complaints" label={t('complaints:list.title')} />
      </div>
      <PageHeader
        title={`${t('complaints:report.title')} ${year}`}
        extra={
          <span className="complaint-report-bar">
            <Button onClick={() => setSearch({ year: String(year - 1) })}>{year - 1}</Button>{' '}
            <Button
              disabled={year >= Number(today.slice(0, 4))}
              onClick={() => setSearch({ year: String(year + 1) })}
            >
              {year + 1}
            </Button>{' '}
            <Button primary onClick={() => window.print()}>
              {t('complaints:report.print')}
            </Button>
          </span>
        }
      />
      {months && months.length > 0 && <Pictures months={months} />}
      {months ? (
        <section className="card">
          <SmallTable
            label="complaints:report.title"
            words="complaints:report"
            columns={[...COLUMNS, ...types]}
            rows={[...months].reverse()}
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

/** The table's columns by month, the oldest first; a mark opens its month. */
function Pictures({ months }: { months: readonly ComplaintMonth[] }) {
  const { t } = useTranslation('complaints');
  const language = useLanguage();
  const navigate = useNavigate();
  const common = {
    names: months.map(({ month }) => month),
    stacked: true,
    format: (value: number) => formatCount(value, language),
  };
  const open = (at: number) => void navigate(`/complaint/month/${months[at]!.month}`);
  return (
    <div className="pictures">
      <Picture
        data={{
          ...common,
          title: t('complaints:picture.types'),
          series: COMPLAINT_TYPES.map((type) => ({
            name: t(`complaints:type.${type}`),
            values: months.map(({ byType }) => byType[type] ?? 0),
          })),
        }}
        onOpen={open}
      />
      <Picture
        data={{
          ...common,
          title: t('complaints:picture.time'),
          series: [
            {
              name: t('complaints:picture.in-time'),
              part: PART.well,
              values: months.map(({ inTime }) => inTime),
            },
            {
              name: t('complaints:picture.late'),
              part: PART.amiss,
              values: months.map(({ completed, inTime }) => completed - inTime),
            },
            {
              name: t('complaints:picture.open'),
              part: PART.open,
              values: months.map(({ open: left }) => left),
            },
          ],
        }}
        onOpen={open}
      />
    </div>
  );
}
