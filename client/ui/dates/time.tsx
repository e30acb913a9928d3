import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language';
import { formatAge, formatDay, formatStamp, formatTime, minutes } from '../../lib/format';
import { leftOf, secondsUntil } from '../../lib/countdown';
import { MINUTE_MS, SECOND_MS, useNow } from '../../state/clock';

const HOUR_S = 3_600;

interface TimeProps {
  value: string | number | null | undefined;
  /** `short` "Nov 21, 16:00"; `stamp` "2026-11-21 16:00"; `mexico` the stamp in Mexico time, as the collection log has it. */
  as?: 'short' | 'stamp' | 'mexico';
}

/** A time as its reader's clock shows it, with Mexico time on hover. */
export function Time({ value, as = 'short' }: TimeProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (value === null || value === undefined || value === '') return <span>{formatStamp(null)}</span>;
  const text =
    as === 'short' ? formatTime(value, language) : formatStamp(value, as === 'mexico' ? 'mexico' : 'local');
  const other =
    as === 'mexico'
      ? t('common:time.local', { time: formatStamp(value) })
      : t('common:time.mexico', { time: formatStamp(value, 'mexico') });
  return (
    <time className="figure" dateTime={new Date(value).toISOString()} title={other}>
      {text}
    </time>
  );
}

/** A calendar day, which belongs to no zone; `short` leaves this year out. */
export function Day({ value, short = false }: { value: string | null | undefined; short?: boolean }) {
  const language = useLanguage();
  return (
    <span className="figure" title={short && value ? formatDay(value, language) : undefined}>
      {formatDay(value, language, short)}
    </span>
  );
}

/** How long it has waited, or had to wait until its end. */
export function Age({ since, until }: { since: string; until: string | null }) {
  const language = useLanguage();
  const now = useNow(until === null ? MINUTE_MS : null);
  const ms = (until === null ? now : Date.parse(until)) - Date.parse(since);
  return (
    <time className="figure" dateTime={since} title={formatStamp(since)}>
      {formatAge(ms, language)}
    </time>
  );
}

/** How long it has run, by the second: `now` comes from a clock that all rows of a list share. */
export function Running({ since, now }: { since: string; now: number }) {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / SECOND_MS));
  return (
    <time className="figure" dateTime={since} title={formatStamp(since)}>
      {minutes(seconds)}
    </time>
  );
}

/** How long there is until an instant; in its last hour by the second. */
export function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation();
  const [last, setLast] = useState(false);
  const seconds = secondsUntil(until, useNow(last ? SECOND_MS : MINUTE_MS));
  if (last !== seconds < HOUR_S) setLast(!last);
  const { key, values } = leftOf(seconds);
  return (
    <time className="figure" dateTime={until} title={formatStamp(until)}>
      {t(`common:left.${key}`, values)}
    </time>
  );
}
