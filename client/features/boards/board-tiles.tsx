import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { BoardSummary } from '../../../contract/team/boards';
import type { DayFigure } from '../../../contract/team/board-cases';
import { dayShare } from '../../../contract/shared/working-day';
import { useMay } from '../../api/session-api';
import { useLanguage } from '../../i18n/use-language';
import { formatTotal } from '../../lib/capped-count';
import { DASH, formatCount, formatMoney, formatPoints, formatRate } from '../../lib/format';
import { countedAt } from './board-address';
import { Money, Rate } from '../../ui/money';

interface BoardTilesProps {
  summary: BoardSummary | undefined;
  /** Null for what is not now. */
  online: number | null;
  /** Seats whose person is absent today. */
  absent: number;
  /** The instant by which the target's pace is told; null for a day that is over. */
  now: Date | null;
  wall: boolean;
  /** Narrowed by device or product: a target is for all loans. */
  narrow: boolean;
  /** Where the list of the uncovered cases is. */
  uncoveredAt: string;
  /** Where the cases behind the figures are; null where nothing leads to them. */
  countedFrom: string | null;
  /** How the team's calls for help were answered. */
  help: ReactNode;
}

export function BoardTiles({
  summary,
  online,
  absent,
  now,
  wall,
  narrow,
  uncoveredAt,
  countedFrom,
  help,
}: BoardTilesProps) {
  const { t } = useTranslation('boards');
  const language = useLanguage();
  const totals = summary?.totals;
  const live = online !== null;
  const count = (value: number | undefined) => formatCount(value, language);
  const pace = now ? dayShare(now) : 1;
  const rate = totals?.targetAchievementRate;
  const target = narrow ? DASH : formatMoney(totals?.purpose, language);
  return (
    <ul className="board-tiles">
      <Tile
        label={t('boards:tile.recovered')}
        value={
          <Counted from={countedFrom} figure="received">
            <Money value={totals?.receivedAmount} short={wall} />
          </Counted>
        }
      >
        <Bar
          share={rate}
          mark={totals?.purpose && now ? pace : null}
          label={`${t('boards:tile.recovered')} ${formatRate(rate, language)}`}
        />
        <Counted from={narrow ? null : countedFrom} figure="bound">
          {t('boards:tile.of-target', { amount: target })}
        </Counted>
      </Tile>
      <Tile
        label={t('boards:tile.settled')}
        value={
          <>
            <Counted from={countedFrom} figure="settled">
              {count(totals?.settledCases)}
            </Counted>{' '}
            <small>
              /{' '}
              <Counted from={countedFrom} figure="bound">
                {count(totals?.boundCases)}
              </Counted>
            </small>
          </>
        }
      >
        <Bar
          share={totals?.completionRate}
          label={`${t('boards:tile.completion')} ${formatRate(totals?.completionRate, language)}`}
        />
        <span>
          {t('boards:tile.completion')} <Rate value={totals?.completionRate} />
        </span>
      </Tile>
      <Tile label={t('boards:tile.achievement')} value={<Rate value={rate} />}>
        <span className="board-tile-low">
          {rate === null || rate === undefined || !now
            ? t('boards:tile.achievement-hint')
            : t(rate >= pace ? 'boards:tile.ahead' : 'boards:tile.behind', {
                points: formatPoints(Math.abs(rate - pace), language),
              })}
        </span>
      </Tile>
      <Tile
        label={t('boards:tile.seats')}
        value={
          live ? (
            <>
              {count(online)} <small>/ {count(totals && totals.seats - absent)}</small>
            </>
          ) : (
            count(totals?.seats)
          )
        }
      >
        <span className="board-tile-low">
          {absent > 0
            ? t('boards:tile.seats-absent', { count: absent })
            : t(live ? 'boards:tile.seats-hint' : 'boards:tile.seats-over')}
        </span>
        {help}
      </Tile>
      <Uncovered
        count={live ? summary?.uncovered : null}
        to={uncoveredAt}
        wall={wall}
        unknown={live ? 'uncovered-whole' : 'uncovered-now'}
      />
    </ul>
  );
}

interface UncoveredProps {
  /** Null where it is not known, for the reason of which `unknown` has the words. */
  count: number | null | undefined;
  unknown: 'uncovered-whole' | 'uncovered-now';
  to: string;
  wall: boolean;
}

/** Open cases that nobody will look at by themselves: an alarm, and the way to them. */
function Uncovered({ count, to, wall, unknown }: UncoveredProps) {
  const { t } = useTranslation('boards');
  const language = useLanguage();
  const mayList = useMay('allocation:read');
  const some = (count ?? 0) > 0;
  return (
    <Tile
      label={t('boards:tile.uncovered')}
      value={<span role="status">{formatTotal(count ?? undefined, language)}</span>}
      alarm={some}
    >
      <span className="board-tile-low">
        {some && mayList && !wall ? (
          <Link to={to}>{t('boards:tile.uncovered-list')}</Link>
        ) : (
          count !== undefined &&
          t(`boards:tile.${count === null ? unknown : some ? 'uncovered-some' : 'uncovered-none'}`)
        )}
      </span>
    </Tile>
  );
}

interface CountedProps {
  from: string | null;
  figure: DayFigure;
  children: ReactNode;
}

/** A figure that leads to the cases that it counts. */
function Counted({ from, figure, children }: CountedProps) {
  const { t } = useTranslation('boards');
  if (from === null) return children;
  return (
    <Link className="board-counted" to={countedAt(from, figure)} title={t('boards:tile.cases')}>
      {children}
    </Link>
  );
}

interface TileProps {
  label: string;
  value: ReactNode;
  alarm?: boolean;
  children: ReactNode;
}

function Tile({ label, value, alarm = false, children }: TileProps) {
  return (
    <li className={alarm ? 'board-panel board-tile board-tile-alarm' : 'board-panel board-tile'}>
      <span className="board-tile-label">{label}</span>
      <strong className="board-tile-value figure">{value}</strong>
      {children}
    </li>
  );
}

interface BarProps {
  share: number | null | undefined;
  label: string;
  /** Where it should stand by now. */
  mark?: number | null;
}

export function Bar({ share, label, mark = null }: BarProps) {
  const width = Math.min(1, Math.max(0, share ?? 0)) * 100;
  return (
    <span className="bar" role="img" aria-label={label}>
      <span className="bar-fill" style={{ width: `${width}%` }} />
      {mark !== null && <span className="bar-mark" style={{ left: `${mark * 100}%` }} />}
    </span>
  );
}
