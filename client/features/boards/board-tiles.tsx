import type { ReactNode } from 'react';
import type { BoardTotals } from '../../../contract/boards';
import { useWords } from '../../i18n/use-words';
import { formatCount, formatMoney, formatRate } from '../../lib/format';
import { useNow } from '../../state/clock';
import { Money, Rate } from '../../ui/money';
import { dayShare } from '../../../contract/shared/working-day';

interface BoardTilesProps {
  totals: BoardTotals | undefined;
  /** Null for a day that is over. */
  online: number | null;
  wall: boolean;
}

export function BoardTiles({ totals, online, wall }: BoardTilesProps) {
  const { t, language } = useWords('boards');
  const now = new Date(useNow());
  const live = online !== null;
  const count = (value: number | undefined) => formatCount(value, language);
  const pace = live ? dayShare(now) : 1;
  const rate = totals?.targetAchievementRate;
  return (
    <ul className="board-tiles">
      <Tile label={t('boards:tile.recovered')} value={<Money value={totals?.receivedAmount} short={wall} />}>
        <Bar
          share={rate}
          mark={totals?.purpose && live ? pace : null}
          label={`${t('boards:tile.recovered')} ${formatRate(rate, language)}`}
        />
        <span>{t('boards:tile.of-target', { amount: formatMoney(totals?.purpose, language) })}</span>
      </Tile>
      <Tile
        label={t('boards:tile.settled')}
        value={
          <>
            {count(totals?.settledCases)} <small>/ {count(totals?.boundCases)}</small>
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
          {rate === null || rate === undefined || !live
            ? t('boards:tile.achievement-hint')
            : t(rate >= pace ? 'boards:tile.ahead' : 'boards:tile.behind', {
                rate: formatRate(Math.abs(rate - pace), language),
              })}
        </span>
      </Tile>
      <Tile
        label={t('boards:tile.seats')}
        value={
          live ? (
            <>
              {count(online)} <small>/ {count(totals?.seats)}</small>
            </>
          ) : (
            count(totals?.seats)
          )
        }
      >
        <span className="board-tile-low">
          {t(live ? 'boards:tile.seats-hint' : 'boards:tile.seats-over')}
        </span>
      </Tile>
    </ul>
  );
}

function Tile({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <li className="board-panel board-tile">
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

function Bar({ share, label, mark = null }: BarProps) {
  const width = Math.min(1, Math.max(0, share ?? 0)) * 100;
  return (
    <span className="bar" role="img" aria-label={label}>
      <span className="bar-fill" style={{ width: `${width}%` }} />
      {mark !== null && <span className="bar-mark" style={{ left: `${mark * 100}%` }} />}
    </span>
  );
}
