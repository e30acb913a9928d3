import { useEffect, useEffectEvent, useState } from 'react';
import type { BoardSeats } from '../../../contract/boards';
import { rooms } from '../../../contract/realtime';
import { baseApi } from '../../api/base-api';
import { useCache } from '../../api/use-cache';
import { useFrame, useWatch } from '../../realtime/hooks';
import { isNextDay, withPresence, withRows, withTotals } from './board-patch';
import { type BoardAsked, boardsApi, useBoardSeatsQuery, useBoardSummaryQuery } from './boards-api';
import { type OpenedRanks, ranksOf } from './seat-rows';

/** A team's figures and seats; those of today follow what is pushed. */
export function useBoard(asked: BoardAsked) {
  const summary = useBoardSummaryQuery(asked);
  const seats = useBoardSeatsQuery(asked);
  useLiveBoard(asked, summary.data?.day);
  const opened = useOpenedRanks(asked, seats.currentData);
  return { summary, seats, opened };
}

function useLiveBoard(asked: BoardAsked, day: string | undefined): void {
  const dispatch = useCache();
  const live = asked.date === undefined;
  const room = rooms.board(asked.groupId);
  useWatch(live ? { topic: 'board', groupId: asked.groupId } : null);
  const askAgain = useGathered(() => void dispatch(baseApi.util.invalidateTags(['Board'])));
  useFrame('board.changed', (frame) => {
    if (!live || frame.room !== room) return;
    if (day && isNextDay(day, frame.data)) return askAgain();
    const { updateQueryData } = boardsApi.util;
    dispatch(
      updateQueryData('boardSeats', asked, (seats) => withRows(seats, frame.data.rows, asked.queueId)),
    );
    // The pushed totals are the whole team's: those of one queue are asked for.
    if (asked.queueId) askAgain();
    else dispatch(updateQueryData('boardSummary', asked, (old) => withTotals(old, frame.data, frame.at)));
  });
  useFrame('board.presence', (frame) => {
    if (!live || frame.room !== room) return;
    dispatch(boardsApi.util.updateQueryData('boardSeats', asked, (seats) => withPresence(seats, frame.data)));
  });
}

const GATHER_MS = 2000;

/** Many reasons to ask again within two seconds ask once. */
function useGathered(act: () => void): () => void {
  const [wanted, setWanted] = useState(false);
  const latest = useEffectEvent(act);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => {
      setWanted(false);
      latest();
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return () => setWanted(true);
}

/** Ranks when this board was opened, against which movement is shown. */
function useOpenedRanks(asked: BoardAsked, seats: BoardSeats | undefined): OpenedRanks {
  const key = `${asked.groupId} ${asked.queueId ?? ''} ${seats?.day ?? ''}`;
  const [opened, setOpened] = useState<{ key: string; ranks: OpenedRanks } | null>(null);
  if (seats && opened?.key !== key) setOpened({ key, ranks: ranksOf(seats.rows) });
  return opened?.key === key ? opened.ranks : NONE;
}

const NONE: OpenedRanks = new Map();
