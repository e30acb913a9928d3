import './promises.css';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { PromiseRates } from '../../../contract/cases/promises';
import { useLanguage } from '../../i18n/use-language';
import { formatRate } from '../../lib/format';
import { readListQuery, writeListQuery } from '../../ui/list-page/list-query';
import { Rate } from '../../ui/money';
import { ErrorState } from '../../ui/states';
import { FILTERS } from './filters';
import { usePromiseRatesQuery } from './promises-api';

/** How many promises were kept, by collector, the lowest rate first; a click shows the collector's own. */
export function Rates() {
  const { t } = useTranslation('promises');
  const [search, setSearch] = useSearchParams();
  const { period, groupId, queueId, collectorId } = readListQuery(search, FILTERS, [], 1);
  const answer = usePromiseRatesQuery({ period, groupId, queueId });
  const { data, error } = answer;
  if (error && !data) return <ErrorState error={error} onRetry={() => void answer.refetch()} />;
  const chosen = Number(collectorId);
  return (
    <section className="promise-rates" aria-label={t('promises:rates.title')} aria-busy={answer.isFetching}>
      <p className="promise-rate-whole">
        <span className="muted">
          {t('promises:rates.whole', { period: t(`promises:period.${period ?? 'week'}`) })}
        </span>{' '}
        <strong className="promise-rate-figure">
          <Rate value={data?.rate} />
        </strong>{' '}
        {data && <span className="muted">{countsOf(data, t)}</span>}
      </p>
      <ul className="promise-rate-list">
        {data?.collectors.map((each) => (
          <li key={each.collectorId}>
            <button
              type="button"
              className="promise-rate"
              aria-pressed={each.collectorId === chosen}
              title={`${each.collector}: ${countsOf(each, t)}`}
              onClick={() =>
                setSearch(
                  writeListQuery(search, {
                    collectorId: each.collectorId === chosen ? undefined : each.collectorId,
                  }),
                )
              }
            >
              <span className="promise-rate-name">{each.collector}</span>
              <Bar rate={each.rate ?? 0} />
              <Rate value={each.rate} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bar({ rate }: { rate: number }) {
  const language = useLanguage();
  return (
    <svg className="promise-rate-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <title>{formatRate(rate, language)}</title>
      <rect className="promise-rate-ground" width="100" height="6" />
      <rect className="promise-rate-kept" width={rate * 100} height="6" />
    </svg>
  );
}

function countsOf(
  { kept, partial, broken }: Pick<PromiseRates, 'kept' | 'partial' | 'broken'>,
  t: TFunction,
): string {
  return t('promises:rates.counts', { kept, partial, broken });
}
