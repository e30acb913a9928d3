import { useState } from 'react';
import { isLiveCall } from '../../../contract/contact/calls';
import type { Heartbeat } from '../../../contract/team/presence';
import { usePush } from '../../realtime/hooks';
import { MINUTE_MS, useClock } from '../../state/clock';
import { type KnownCall, useOwnCalls } from './calls-slice';

/** A call's result is recorded within this time, or its collector does something else. */
const WRAP_UP_MS = 5 * MINUTE_MS;

/** When a result was last recorded, by case, epoch ms. */
type Recorded = ReadonlyMap<number, number>;
const NONE: Recorded = new Map();

/**
 * @param calls the own ones, the newest first
 * @param now by the server's clock, epoch ms
 */
export function phoneOf(calls: readonly KnownCall[], recorded: Recorded, now: number): Heartbeat['phone'] {
  const busy = calls.some(
    ({ state, direction }) => isLiveCall(state) && (direction === 'OUT' || state === 'ANSWERED'),
  );
  if (busy) return 'CALL';
  const last = calls.find(({ direction, answerTime }) => direction === 'OUT' || answerTime !== null);
  if (!last?.endTime || last.taskId === null || now - Date.parse(last.endTime) > WRAP_UP_MS) return 'FREE';
  return (recorded.get(last.taskId) ?? 0) >= Date.parse(last.callTime) ? 'FREE' : 'WRAP_UP';
}

/** Availability by telephone of this browser's person: `read` returns the current one, the others change when it may have changed. */
export function usePhone() {
  const calls = useOwnCalls();
  const [recorded, setRecorded] = useState(NONE);
  // For several events at once the frame names the last alone: the row tells when a result was recorded.
  usePush('case.changed', ({ data: { caseId, row } }) => {
    const at = row.lastCallTime === null ? 0 : Date.parse(row.lastCallTime);
    if (calls.some(({ taskId }) => taskId === caseId)) setRecorded((known) => new Map(known).set(caseId, at));
  });
  const clock = useClock();
  return { calls, recorded, read: () => phoneOf(calls, recorded, clock()) };
}
