import './day-picture.css';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { formatSpan } from '../../lib/format';
import { PresenceMark } from './presence-mark';
import type { DayLanes } from './day-lanes';

const percent = (part: number) => `${part * 100}%`;

/** A lane for each state with its sum; the picture itself is told by the table under it. */
export function DayPicture({ drawn: { hours, lanes, now } }: { drawn: DayLanes }) {
  const { t } = useTranslation('presence');
  const language = useLanguage();
  const last = hours.length - 1;
  return (
    <div className="day-picture">
      <div className="day-hours" aria-hidden="true" title={t('presence:hours')}>
        {hours.map((hour, index) => (
          <span key={hour} className="figure" style={{ insetInlineStart: percent(index / last) }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      <dl>
        {lanes.map(({ state, seconds, pieces }) => (
          <div key={state} className="day-lane">
            <dt>
              <PresenceMark state={state} word />
            </dt>
            <dd className="figure">{formatSpan(seconds, language)}</dd>
            <dd className="day-track" aria-hidden="true">
              {hours.slice(1, -1).map((hour, index) => (
                <span
                  key={hour}
                  className="day-hour"
                  style={{ insetInlineStart: percent((index + 1) / last) }}
                />
              ))}
              {pieces.map(({ from, width }) => (
                <span
                  key={from}
                  className={`day-piece day-${state}`}
                  style={{ insetInlineStart: percent(from), width: percent(width) }}
                />
              ))}
              {now !== null && <span className="day-now" style={{ insetInlineStart: percent(now) }} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
