import './statistics.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { addDays, businessDay } from '../../../contract/shared/date';
import { PAGE_SIZE } from '../../../contract/shared/page';
import { REPAY_KINDS, type RepayRow, type RepayStatistics } from '../../../contract/team/statistics';
import { useLanguage } from '../../i18n/use-language';
import { formatCount } from '../../lib/format';
import { useNow } from '../../state/clock';
import type { Column } from '../../ui/list-page/columns';
import { ListPage } from '../../ui/list-page/list-page';
import { type ListQuery, writeListQuery } from '../../ui/list-page/list-query';
import { Money, Rate } from '../../ui/money';
import { exportCall, useRepayStatisticsQuery } from './statistics-api';

const DAY = {
  name: 'date',
  kind: 'segments',
  choices: ['today', 'yesterday'],
  words: 'statistics:day',
} as const;

const KIND = { name: 'kind', kind: 'segments', choices: REPAY_KINDS, words: 'statistics:kind' } as const;

const COLUMNS: readonly Column<RepayRow>[] = [
  { field: 'borrow_id' },
  { field: 'user_id' },
  { field: 'user_name', grow: 1.6 },
  { field: 'repay_due_time', kind: 'day' },
  { field: 'penalty_day', kind: 'count' },
  { field: 'repay_due_amount', kind: 'money' },
  { field: 'amount', kind: 'money' },
  { field: 'repay_time', kind: 'time' },
  { field: 'repay_way_name', kind: 'code', words: 'codes:pay-channel' },
];

export function Component() {
  const { t } = useTranslation('statistics');
  const today = businessDay(new Date(useNow(null)));
  // The day itself: "today" would be English in every language, and wrong tomorrow.
  const file = ({ date, kind }: ListQuery) =>
    `${t(kind === 'reversals' ? 'statistics:file-reversals' : 'statistics:file')}-${date === 'yesterday' ? addDays(today, -1) : today}.csv`;
  return (
    <ListPage<RepayRow, RepayStatistics>
      id="statistics"
      words="statistics"
      useRows={useRepayStatisticsQuery}
      filters={[DAY, KIND]}
      columns={COLUMNS}
      rowId={(row) => String(row.id)}
      size={PAGE_SIZE.statistics}
      exported={{ call: exportCall, file, may: 'statistics:export' }}
      above={({ currentData, isFetching }) => (
        <>
          <Figures figures={currentData} busy={isFetching} />
          <LeftOut figures={currentData} />
        </>
      )}
    />
  );
}

function Figures({ figures, busy }: { figures: RepayStatistics | undefined; busy: boolean }) {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  return (
    <dl className="figures" aria-busy={busy}>
      <Figure label={t('statistics:amount')} value={<Money value={figures?.totalRepayAmount} />} />
      <Figure label={t('statistics:count')} value={formatCount(figures?.totalRepayCount, language)} />
      <Figure label={t('statistics:handled')} value={formatCount(figures?.collectTaskCount, language)} />
      <Figure label={t('statistics:rate')} value={<Rate value={figures?.collectRate} />} />
    </dl>
  );
}

/** Amounts that the figures leave out and a card does not. */
function LeftOut({ figures }: { figures: RepayStatistics | undefined }) {
  const { t } = useTranslation('statistics');
  const [search] = useSearchParams();
  const day = search.get('date') === 'yesterday' ? 'yesterday' : 'today';
  const reversals = figures?.reversalCount ?? 0;
  return (
    <div className="figures-note muted">
      <p>
        {t('statistics:without')} <Money value={figures?.reversalAmount} /> {t(`statistics:on.${day}`)}{' '}
        {t('statistics:cards')}{' '}
        {reversals > 0 && (
          <Link to={`?${writeListQuery(search, { kind: 'reversals' }).toString()}`}>
            {t('statistics:reversals', { count: reversals })}
          </Link>
        )}
      </p>
      {(figures?.receivableCount ?? 0) > 0 && (
        <p>
          {t('statistics:receivables', { count: figures!.receivableCount })}{' '}
          <Money value={figures!.receivableAmount} />
        </p>
      )}
    </div>
  );
}

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figure">{value}</dd>
    </div>
  );
}
