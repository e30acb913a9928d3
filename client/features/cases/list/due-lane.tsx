import './due-lane.css';
import type { TFunction } from 'i18next';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LaneCase } from '../../../../contract/cases/cases';
import { baseApi } from '../../../api/base-api';
import { useCache } from '../../../api/use-cache';
import { useLanguage } from '../../../i18n/use-language';
import { formatMoney } from '../../../lib/format';
import { type CaseListArgs, useCaseLaneQuery } from '../cases-api';
import { SECOND_MS, useClock, useNow } from '../../../state/clock';
import { countdown, untilNext } from './lane-time';
import { casePath } from '../case-path';

/** Cases due now or soon within the list's filter. Its place is kept when it is empty. */
export function DueLane({ query: { ownerId, group } }: { query: CaseListArgs }) {
  const { t } = useTranslation('cases');
  const { currentData: data } = useCaseLaneQuery({ ownerId, group });
  const now = useNow(SECOND_MS);
  useAskWhenDue(data);
  return (
    <section className="due-lane" aria-label={t('cases:lane.label')} tabIndex={-1}>
      {data && data.length === 0 && <p className="muted">{t('cases:lane.empty')}</p>}
      <ul>
        {data?.map((item) => (
          <li key={item.id}>
            <LaneItem item={item} now={now} t={t} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LaneItem({ item, now, t }: { item: LaneCase; now: number; t: TFunction }) {
  const language = useLanguage();
  const left = countdown(item.at, now, language);
  const kind = t(`cases:lane.kind.${item.kind}`);
  const when = t(`cases:lane.${left.key}`, { time: left.time });
  const amount = formatMoney(item.amount, language);
  return (
    <Link
      to={casePath(item)}
      className={`lane-item lane-${item.kind}${left.key === 'in' ? ' lane-soon' : ''}`}
      title={`${kind} · ${item.borrowerName} · ${amount}`}
    >
      <span className="lane-kind">{kind}</span>
      <span className="lane-name">{item.borrowerName}</span>
      <span className="lane-time figure">{when}</span>
    </Link>
  );
}

/** At the moment that something falls due the figures are asked again. */
function useAskWhenDue(items: readonly LaneCase[] | undefined): void {
  const dispatch = useCache();
  const now = useEffectEvent(useClock());
  useEffect(() => {
    const inMs =
      items &&
      untilNext(
        items.map(({ at }) => at),
        now(),
      );
    if (!inMs) return;
    const timer = setTimeout(() => dispatch(baseApi.util.invalidateTags(['CaseCounts'])), inMs);
    return () => clearTimeout(timer);
  }, [items, dispatch]);
}
