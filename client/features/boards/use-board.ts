import { useState } from 'react';
import type { BoardSeats } from '../../../contract/boards';
import { useWatch } from '../../realtime/hooks';
import { type BoardAsked, useBoardSeatsQuery, useBoardSummaryQuery } from './boards-api';
import { type OpenedRanks, ranksOf } from './seat-rows';

export function useBoard(asked: BoardAsked) {
  const summary = useBoardSummaryQuery(asked);
  const seats = useBoardSeatsQuery(asked);
  useWatch(asked.date === undefined ? { topic: 'board', groupId: asked.groupId } : null);
  const opened = useOpenedRanks(asked, seats.currentData);
  return { summary, seats, opened };
}

/** Ranks when this board was opened, against which movement is shown. */
function useOpenedRanks(asked: BoardAsked, seats: BoardSeats | undefined): OpenedRanks {
  const key = `${asked.groupId} ${asked.queueId ?? ''} ${seats?.day ?? ''}`;
  const [opened, setOpened] = useState<{ key: string; ranks: OpenedRanks } | null>(null);
  if (seats && opened?.key !== key) setOpened({ key, ranks: ranksOf(seats.rows) });
  return opened?.key === key ? opened.ranks : NONE;
}

const NONE: OpenedRanks = new Map();
