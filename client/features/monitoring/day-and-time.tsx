import { useTranslation } from 'react-i18next';
import { formatStamp } from '../../lib/format';

/** To the second, as a feed needs it; `short` without the day. */
export function DayAndTime({ value, short = false }: { value: string | null; short?: boolean }) {
  const { t } = useTranslation();
  if (value === null) return <span className="muted">—</span>;
  const at = new Date(value);
  const two = (number: number) => String(number).padStart(2, '0');
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
  return (
    <time
      className="figure"
      dateTime={value}
      title={t('common:time.mexico', { time: formatStamp(value, 'mexico') })}
    >
      {short ? time : `${formatStamp(value).slice(0, 10)} ${time}`}
    </time>
  );
}
