import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';

/** The server clock's lead over this computer's: either may be wrong, and a demo may run at another time of day. */
export const clock = createSlice({
  name: 'clock',
  initialState: { aheadMs: 0 },
  reducers: {
    clockRead: {
      /** @param at what the server's clock shows now, ISO 8601 */
      prepare: (at: string) => ({ payload: Date.parse(at) - Date.now() }),
      reducer: (state, { payload }: PayloadAction<number>) => {
        state.aheadMs = payload;
      },
    },
  },
  selectors: { aheadMs: (state) => state.aheadMs },
});

export const { clockRead } = clock.actions;
const { aheadMs } = clock.selectors;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;

/** The time by the server's clock in epoch ms, read again every `everyMs`; null: not again. */
export function useNow(everyMs: number | null = MINUTE_MS): number {
  const ahead = useSelector(aheadMs);
  const [read, setRead] = useState(() => Date.now());
  useEffect(() => {
    if (everyMs === null) return;
    const look = () => setRead(Date.now());
    const timer = setInterval(look, everyMs);
    // A sleeping tab's timers stand still.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs]);
  return read + ahead;
}

/** Reads the server's clock when it is called, for what happens at a click. */
export function useClock(): () => number {
  const ahead = useSelector(aheadMs);
  return () => Date.now() + ahead;
}
