import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import type { BoardSeats, BoardSummary } from '../../../contract/team/boards';
import { useWatch } from '../../realtime/hooks';
import { type BoardArgs, useBoardReplayQuery, useBoardSeatsQuery, useBoardSummaryQuery } from './boards-api';

/** One board as it is shown. */
interface Shown {
  summary: BoardSummary | undefined;
  seats: BoardSeats | undefined;
  /** When the summary was read, by this computer's clock. */
  readAt: number | undefined;
  failed: { error?: unknown; refetch: () => unknown } | null;
  /** Another minute is on its way. */
  busy: boolean;
}

/** @param at a minute of the day that the board is looked back to */
export function useBoard(args: BoardArgs, at: string | undefined) {
  const live = useStored(at === undefined ? args : null);
  const replay = useReplayed(at === undefined ? null : { ...args, minute: at });
  useWatch(at === undefined && args.date === undefined ? { topic: 'board', groupId: args.groupId } : null);
  const { shown, paused, pause } = usePause(at === undefined ? live : replay, queryKeyOf(args, at));
  return { ...shown, paused, pause };
}

function useStored(args: BoardArgs | null): Shown {
  const summary = useBoardSummaryQuery(args ?? skipToken);
  const seats = useBoardSeatsQuery(args ?? skipToken);
  const failed = summary.error && !summary.data ? summary : seats.error && !seats.data ? seats : null;
  return {
    summary: summary.currentData,
    seats: seats.currentData,
    readAt: summary.currentData && summary.fulfilledTimeStamp,
    failed,
    busy: false,
  };
}

/** While a minute loads, the one before stays on screen: the slider is drawn along. */
function useReplayed(args: (BoardArgs & { minute: string }) | null): Shown {
  const replay = useBoardReplayQuery(args ?? skipToken);
  const sameBoard = replay.data?.summary.groupId === args?.groupId;
  const failed = replay.isError && !replay.isFetching;
  const data = replay.currentData ?? (sameBoard && !failed ? replay.data : undefined);
  return {
    summary: data?.summary,
    seats: data?.seats,
    readAt: undefined,
    failed: failed ? replay : null,
    busy: replay.isFetching,
  };
}

const queryKeyOf = (args: BoardArgs, at: string | undefined) => JSON.stringify([args, at]);

/** A board that is paused keeps what it showed, until another one is asked for. */
function usePause(now: Shown, queryKey: string) {
  const [held, setHeld] = useState<{ queryKey: string; shown: Shown } | null>(null);
  const paused = held?.queryKey === queryKey;
  return {
    shown: paused ? held.shown : now,
    paused,
    pause: (on: boolean) => setHeld(on ? { queryKey, shown: now } : null),
  };
}
