import './day-picture.css';
import '../../ui/pressed-choice.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PresenceTimeline } from '../../../contract/team/presence';
import { useLanguage } from '../../i18n/use-language';
import { formatSpan } from '../../lib/format';
import { Button } from '../../ui/button';
import { dayLanes, lastHours, partBefore } from './day-lanes';
import { PresenceMark } from './presence-mark';

/** Hours to look at more closely; null: all of the day. */
const PARTS = [null, 4, 1] as const;

const percent = (part: number) => `${part * 100}%`;

interface DayPictureProps {
  day: PresenceTimeline;
  /** By the server's clock, epoch ms. */
  now: number;
}

/** A lane for each state with its sum; the picture itself is told by the table under it. */
export function DayPicture({ day, now }: DayPictureProps) {
  const { t } = useTranslation('presence');
  const language = useLanguage();
  /** Hours looked at, and where they end; null: all of the day, or its last ones. */
  const [length, setLength] = useState<number | null>(null);
  const [end, setEnd] = useState<number | null>(null);
  const part = length === null ? null : end === null ? lastHours(day, now, length) : partBefore(end, length);
  const { first, last, marks, lanes, now: at } = dayLanes(day, now, part);
  return (
    <div className="day-picture">
      <div className="day-parts">
        <div className="pressed-choice" role="group" aria-label={t('presence:part.label')}>
          {PARTS.map((hours) => (
            <button
              key={hours}
              type="button"
              aria-pressed={length === hours}
              onClick={() => setLength(hours)}
            >
              {hours === null ? t('presence:part.day') : t('presence:part.hours', { count: hours })}
            </button>
          ))}
        </div>
        {length !== null && (
          <>
            <Button
              small
              label={t('presence:part.earlier')}
              disabled={first <= 0}
              onClick={() => setEnd(last - length)}
            >
              ‹
            </Button>
            <Button
              small
              label={t('presence:part.later')}
              disabled={last >= 24}
              onClick={() => setEnd(last + length)}
            >
              ›
            </Button>
          </>
        )}
      </div>
      <div className="day-hours" aria-hidden="true" title={t('presence:hours')}>
        {marks.map((mark) => (
          <span key={mark.label} className="figure" style={{ insetInlineStart: percent(mark.at) }}>
            {mark.label}
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
              {marks.slice(1, -1).map((mark) => (
                <span key={mark.label} className="day-hour" style={{ insetInlineStart: percent(mark.at) }} />
              ))}
              {pieces.map(({ from, width }) => (
                <span
                  key={from}
                  className={`day-piece day-${state}`}
                  style={{ insetInlineStart: percent(from), width: percent(width) }}
                />
              ))}
              {at !== null && <span className="day-now" style={{ insetInlineStart: percent(at) }} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
