import './indicators.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { IndicatorRow } from '../../../contract/team/indicators';
import { addDays, businessDay, daysBetween } from '../../../contract/shared/date';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import { useNow } from '../../state/clock';
import { scopeOf, targetOf } from './indicator-text';

const DAYS_BACK = 30;
const DAYS_SHOWN = 120;

/** A line for each scope among the rows: which target holds on which days, a month back and three months on. */
export function TimeLine({ rows }: { rows: readonly IndicatorRow[] }) {
  const { t } = useTranslation('indicators');
  const language = useLanguage();
  const first = addDays(businessDay(new Date(useNow())), -DAYS_BACK);
  const last = addDays(first, DAYS_SHOWN - 1);
  const shown = rows.filter(
    ({ state, effectiveFrom, effectiveTo }) =>
      state !== 'OFF' && effectiveFrom <= last && (effectiveTo ?? last) >= first,
  );
  const scopes = [...new Set(shown.map((row) => scopeOf(row, t)))];
  const place = (row: IndicatorRow) => {
    const from = Math.max(0, daysBetween(first, row.effectiveFrom));
    const to = Math.min(DAYS_SHOWN, daysBetween(first, row.effectiveTo ?? last) + 1);
    return { left: percent(from), width: percent(to - from) };
  };
  const rowText = (row: IndicatorRow) => {
    const from = formatDay(row.effectiveFrom, language);
    const days = row.effectiveTo
      ? t('indicators:days', { from, to: formatDay(row.effectiveTo, language) })
      : t('indicators:daysOn', { from });
    return `${targetOf(row, language)}, ${days}, ${t(`indicators:state.${row.state}`)}`;
  };
  if (shown.length === 0) return null;
  return (
    <ul className="indicator-lines" aria-label={t('indicators:timeLine')}>
      <li className="indicator-line indicator-axis" aria-hidden="true">
        <div className="indicator-days">
          <span>{formatDay(first, language)}</span>
          <span style={{ left: percent(DAYS_BACK) }}>{t('indicators:today')}</span>
          <span>{formatDay(last, language)}</span>
        </div>
      </li>
      {scopes.map((scope) => (
        <li key={scope} className="indicator-line">
          <span title={scope}>{scope}</span>
          <div className="indicator-days">
            {shown
              .filter((row) => scopeOf(row, t) === scope)
              .map((row) => (
                <Link
                  key={row.id}
                  to={`/indicator/${row.id}`}
                  className={`indicator-window indicator-window-${row.state}`}
                  style={place(row)}
                  title={rowText(row)}
                  aria-label={rowText(row)}
                >
                  {targetOf(row, language)}
                </Link>
              ))}
            <i
              className="indicator-today"
              style={{ left: percent(DAYS_BACK) }}
              title={t('indicators:today')}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

function percent(days: number): string {
  return `${(100 * days) / DAYS_SHOWN}%`;
}
