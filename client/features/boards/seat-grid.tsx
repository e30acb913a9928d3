import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { BoardSeats } from '../../../contract/team/boards';
import { useLanguage } from '../../i18n/use-language';
import { formatDay } from '../../lib/format';
import { useMay } from '../../api/session-api';
import { DataGrid, type Sort } from '../../ui/data-grid/data-grid';
import { useSteadyRows } from '../../ui/data-grid/use-steady-rows';
import { PresenceSums } from '../../domain/presence/presence-mark';
import { EmptyState, TableSkeleton } from '../../ui/states';
import { useListGrid } from '../../ui/visits/use-list-grid';
import { useStopContact } from '../../domain/stops/use-stop-contact';
import { seatAddress, seatColumns, stopColumn, wallColumns } from './seat-columns';
import { type SeatRow, seatRows, sortSeats, statesOf } from './seat-rows';
import { inGrids, useWallPlan } from './use-wall-plan';

interface SeatGridProps {
  seats: BoardSeats | undefined;
  /** Names the board: another one replaces the rows, the same one keeps them steady. */
  queryKey: string;
  /** False for a past day: nobody is online. */
  live: boolean;
  /** Where the cases behind the figures are; null where nothing leads to them. */
  countedFrom: string | null;
  /** The instant that the seats are looked back to. */
  lookedBackTo: string | undefined;
  wall: boolean;
}

const rowId = (row: SeatRow) => String(row.collectorId);
const BY_RANK: Sort = { column: 'ranking', order: 'asc' };
/** A wall has no cursor: its order follows by itself, at a pace that can be read. */
const WALL_APPLY_MS = 3000;

/** One row per seat. Figures change in place; the order changes when the reader asks for it. */
export function SeatGrid({ seats, queryKey, live, countedFrom, lookedBackTo, wall }: SeatGridProps) {
  const { t } = useTranslation('boards');
  const language = useLanguage();
  const [sort, setSort] = useState(BY_RANK);
  const sorted = useMemo(
    () => (seats ? sortSeats(seatRows(seats, live, lookedBackTo), sort) : NONE),
    [seats, live, lookedBackTo, sort],
  );
  const held = useSteadyRows(sorted, [queryKey, lookedBackTo, sort.column, sort.order].join(' '), rowId);
  // Rows of a minute come after its address, and are in order: only those that move by themselves are held.
  const steady = lookedBackTo === undefined ? held : { ...held, rows: sorted, pending: 0 };
  useWallOrder(wall, steady.pending, steady.apply);
  const count = steady.rows.length;
  const day = seats?.day ?? '';
  const list = useListGrid({
    ...{ isMain: !wall, isLoaded: seats !== undefined, rows: steady.rows, rowId },
    open: (row) => seatAddress(row, { day, countedFrom }),
    ...{ query: {}, page: 1, size: count, total: count },
  });
  const navigate = useNavigate();
  const queues = new Set(steady.rows.map(({ queueId }) => queueId)).size > 1;
  const { wallPlace: wallArea, plan } = useWallPlan(count, queues);
  const stops = useMay('guard:stop') && live;
  const { ask, dialog } = useStopContact('COLLECTOR');
  const columns = useMemo(() => {
    if (wall) return wallColumns(t, queues);
    const shown = seatColumns(t, { day, countedFrom });
    return stops ? [...shown, stopColumn(t, ask)] : shown;
  }, [t, wall, queues, day, countedFrom, stops, ask]);
  return (
    <section className="board-panel board-seats" aria-label={t('boards:seats.label')}>
      <div className="board-seats-bar">
        <h2>{t('boards:seats.label')}</h2>
        {live && seats && wall && (
          <span className="seat-sums">
            <PresenceSums states={statesOf(seats)} />
          </span>
        )}
        {live && seats && !wall && (
          <Link
            className="seat-sums"
            to={`/presence?groupId=${seats.groupId}`}
            title={t('boards:seats.presence')}
          >
            <PresenceSums states={statesOf(seats)} />
          </Link>
        )}
        {seats && seats.ranksBefore.ranks.length > 0 && (
          <span className="muted seat-moves">
            {t('boards:seats.moved', { day: formatDay(seats.ranksBefore.day, language, true) })}
          </span>
        )}
        <span role="status">
          {steady.pending > 0 && !wall && (
            <button type="button" className="pending-chip" onClick={steady.apply}>
              {t('common:table.pending', { count: steady.pending })}
            </button>
          )}
        </span>
      </div>
      <div className="board-seats-grid" ref={wallArea} style={{ zoom: wall ? plan.zoom : 1 }}>
        {!seats && <TableSkeleton rows={6} />}
        {seats &&
          inGrids(steady.rows, wall ? plan.grids : 1).map((rows, index) => (
            <DataGrid<SeatRow>
              key={wall ? `wall ${index}` : 'desk'}
              id={wall ? 'board-wall' : 'board-seats'}
              label={[t('boards:seats.label'), index > 0 && index + 1].filter(Boolean).join(' ')}
              columns={columns}
              rows={rows}
              rowId={rowId}
              {...(!wall && { sort })}
              onSort={(next) => setSort(next ?? BY_RANK)}
              onOpen={(row, column) => void navigate(seatAddress(row, { day, countedFrom }, column))}
              onReady={list.onReady}
              onFocusRow={list.onFocusRow}
              empty={<EmptyState title={t('boards:seats.none')} hint={t('boards:seats.none-hint')} />}
            />
          ))}
      </div>
      {dialog}
    </section>
  );
}

const NONE: SeatRow[] = [];

function useWallOrder(wall: boolean, pending: number, apply: () => void): void {
  const waiting = wall && pending > 0;
  const order = useEffectEvent(apply);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(order, WALL_APPLY_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
}
