import { useTranslation } from 'react-i18next';
import type { Pressure, PressureAct } from '../../../contract/supervision/pressure';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';

const [COLUMN, LEFT, TOP, HOURS, GAP, BARS, FOOT] = [28, 40, 8, 192, 16, 72, 20] as const;
const HEIGHT = TOP + HOURS + GAP + BARS + FOOT;
const BARS_END = TOP + HOURS + GAP + BARS;
const DAY_MINUTES = 1_440;
/** Bars grow as far as twice the limit. */
const BAR_ROOM = 2;

const MARKS = ['attempt', 'message', 'spoken', 'refused', 'incoming'] as const;
type Mark = (typeof MARKS)[number];

const yOf = (minute: number) => TOP + (minute / DAY_MINUTES) * HOURS;

/** 30 days beside each other: each act at its hour, the law's hours as a band, and under it the attempts with their limit. */
export function PressurePicture({ pressure }: { pressure: Pressure }) {
  const { t } = useTranslation('guard');
  const language = useLanguage();
  const { days, acts, limits } = pressure;
  const width = LEFT + days.length * COLUMN;
  const places = new Map(days.map(({ day }, at) => [day, LEFT + at * COLUMN]));
  const barOf = (attempts: number) =>
    (Math.min(attempts, limits.attemptsPerDay * BAR_ROOM) / (limits.attemptsPerDay * BAR_ROOM)) * BARS;
  const limitAt = BARS_END - barOf(limits.attemptsPerDay);
  return (
    <figure className="pressure-picture">
      <figcaption>{t('guard:pressure.picture')}</figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={t('guard:pressure.picture')}>
        <rect className="pressure-night" x={LEFT} y={TOP} width={width - LEFT} height={HOURS} />
        <rect
          className="pressure-law"
          x={LEFT}
          y={yOf(limits.legalFrom)}
          width={width - LEFT}
          height={yOf(limits.legalTo) - yOf(limits.legalFrom)}
        />
        {[limits.legalFrom, limits.legalTo].map((minute) => (
          <text key={minute} className="pressure-label" x={LEFT - 4} y={yOf(minute) + 4} textAnchor="end">
            {clockOf(minute)}
          </text>
        ))}
        {acts.map((act) => {
          const x = places.get(act.day);
          if (x === undefined) return null;
          return (
            <circle
              key={act.receiptId}
              className={`pressure-${markOf(act)}`}
              cx={x + COLUMN / 2}
              cy={yOf(act.minute)}
              r={4}
            >
              <title>{`${formatDay(act.day, language)} ${clockOf(act.minute)} · ${t(`guard:channel.${act.channel}`)}`}</title>
            </circle>
          );
        })}
        {days.map(({ day, attempts }, at) => (
          <g key={day}>
            <rect
              className={attempts > limits.attemptsPerDay ? 'pressure-bar-over' : 'pressure-bar'}
              x={LEFT + at * COLUMN + 5}
              y={BARS_END - barOf(attempts)}
              width={COLUMN - 10}
              height={barOf(attempts)}
            />
            {at % 3 === 0 && (
              <text
                className="pressure-label"
                x={LEFT + at * COLUMN + COLUMN / 2}
                y={HEIGHT - 6}
                textAnchor="middle"
              >
                {formatDay(day, language, true)}
              </text>
            )}
          </g>
        ))}
        <line className="pressure-limit" x1={LEFT} x2={width} y1={limitAt} y2={limitAt} />
        <text className="pressure-label" x={LEFT - 4} y={limitAt + 4} textAnchor="end">
          {limits.attemptsPerDay}
        </text>
      </svg>
      <ul className="pressure-legend">
        {MARKS.map((mark) => (
          <li key={mark}>
            <svg width="10" height="10" aria-hidden="true">
              <circle className={`pressure-${mark}`} cx="5" cy="5" r="4" />
            </svg>
            {t(`guard:pressure-mark.${mark}`)}
          </li>
        ))}
      </ul>
    </figure>
  );
}

export function clockOf(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60];
  return `${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

export function markOf({ kind, allowed, spoken, channel }: PressureAct): Mark {
  if (kind === 'INCOMING') return 'incoming';
  if (!allowed) return 'refused';
  if (spoken) return 'spoken';
  return channel === 'SMS' || channel === 'WHATSAPP' ? 'message' : 'attempt';
}
