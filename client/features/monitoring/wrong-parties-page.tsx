import '../../ui/list-page/list-page.css';
import './monitoring.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import {
  WRONG_PARTY_DAYS,
  WRONG_PARTY_GROUPINGS,
  type WrongParties,
  type WrongPartyGrouping,
  type WrongPartyRow,
} from '../../../contract/contact/wrong-parties';
import { addDays, businessDay } from '../../../contract/shared/date';
import { useLanguage } from '../../i18n/use-language';
import { formatRate } from '../../lib/format';
import { useNow } from '../../state/clock';
import { FilterBar } from '../../ui/list-page/filter-bar';
import { type Filter, readListQuery, writeListQuery } from '../../ui/list-page/list-query';
import { PageHeader } from '../../ui/page-header';
import { EmptyState, ErrorState, PanelSkeleton } from '../../ui/states';
import { SmallTable, type SmallColumn } from '../../ui/tables/small-table';
import { BackLink } from '../../ui/visits/back-link';
import { useWrongPartiesQuery } from './monitoring-api';

const DAYS = 30;
const AGAIN_MS = 60_000;
const FILTERS: readonly Filter[] = [
  { name: 'by', kind: 'segments', choices: WRONG_PARTY_GROUPINGS, words: 'wrong-parties:by' },
  { name: 'dateFrom', kind: 'day' },
  { name: 'dateTo', kind: 'day' },
];

/** How often calls reach somebody else than the borrower: by person, by whose number it is and where it comes from, by product and by institution. */
export function Component() {
  const { t } = useTranslation(['wrong-parties', 'codes']);
  const [search, setSearch] = useSearchParams();
  const today = businessDay(new Date(useNow(null)));
  const query = readListQuery(search, FILTERS, [], 1);
  const to = String(query['dateTo'] ?? today);
  const from = String(query['dateFrom'] ?? addDays(to, 1 - DAYS));
  const by = (query['by'] ?? 'collector') as WrongPartyGrouping;
  const args = { by, from, to };
  const { currentData, error, refetch } = useWrongPartiesQuery(args, {
    pollingInterval: AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <div className="page">
      <BackLink to="/dataMonitoring?view=calls" label={t('wrong-parties:back')} />
      <PageHeader title={t('wrong-parties:title')} />
      <FilterBar
        filters={FILTERS}
        words="wrong-parties"
        options={{}}
        query={{ ...query, by, dateFrom: from, dateTo: to }}
        onFilter={(change) => setSearch(writeListQuery(search, change))}
      />
      {currentData ? (
        <Shares found={currentData} by={by} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <PanelSkeleton lines={10} />
      )}
      <p className="muted">{t('wrong-parties:about', { days: WRONG_PARTY_DAYS })}</p>
    </div>
  );
}

function Shares({ found: { all, rows }, by }: { found: WrongParties; by: WrongPartyGrouping }) {
  const { t } = useTranslation(['wrong-parties', 'codes']);
  const language = useLanguage();
  if (all.share === null) return <EmptyState title={t('wrong-parties:none')} />;
  const most = Math.max(...rows.map(({ share }) => share?.high ?? 0));
  const columns: readonly SmallColumn<WrongPartyRow>[] = [
    {
      field: 'name',
      head: `wrong-parties:by.${by}`,
      draw: ({ name }) =>
        by === 'relation'
          ? t(`codes:relation.${name}`)
          : by === 'source'
            ? t(`codes:number-source.${name}`)
            : name,
    },
    { field: 'answered', kind: 'count' },
    { field: 'borrower', kind: 'count' },
    { field: 'wrong', kind: 'count' },
    { field: 'share', kind: 'count', draw: ({ share }) => formatRate(share?.rate, language) },
    {
      field: 'share',
      head: 'wrong-parties:column.picture',
      draw: ({ share }) => share && <Bar share={share} all={all.share!.rate} most={most} />,
    },
  ];
  return (
    <>
      <p>
        {t('wrong-parties:all', {
          count: all.wrong,
          answered: all.answered,
          rate: formatRate(all.share.rate, language),
        })}
      </p>
      <section className="card">
        <SmallTable
          label="wrong-parties:title"
          words="wrong-parties:column"
          columns={columns}
          rows={rows}
          rowKey={(_, at) => at}
        />
      </section>
    </>
  );
}

interface BarProps {
  share: NonNullable<WrongPartyRow['share']>;
  all: number;
  /** The end of the scale. */
  most: number;
}

/** A share as a bar, its interval as a line over it, and all calls' share as a mark. */
function Bar({ share: { rate, low, high }, all, most }: BarProps) {
  const { t } = useTranslation('wrong-parties');
  const language = useLanguage();
  const at = (value: number) => `${most === 0 ? 0 : (100 * value) / most}%`;
  const span = { low: formatRate(low, language), high: formatRate(high, language) };
  return (
    <div
      className="wrong-bar"
      role="img"
      aria-label={t('wrong-parties:span', span)}
      title={t('wrong-parties:span', span)}
    >
      <span
        className={low > all ? 'wrong-bar-rate wrong-bar-bad' : 'wrong-bar-rate'}
        style={{ width: at(rate) }}
      />
      <span className="wrong-bar-span" style={{ left: at(low), right: `calc(100% - ${at(high)})` }} />
      <span className="wrong-bar-all" style={{ left: at(all) }} />
    </div>
  );
}
