import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { PushEnvelope, WatchTopic } from '../../contract/realtime';
import type { baseApi } from '../api/base-api';
import { listener } from './listener';

export type ConnectionState = 'off' | 'connecting' | 'live' | 'lost';

interface Connection {
  state: ConnectionState;
  /**
   * Screens may ask: the socket hears already what changes after the answers. Or it took too long, and then its connection
   * makes them ask again.
   */
  mayAsk: boolean;
  /**
   * False until the page that was opened first has its answers and a moment to spare; then true for as long as the tab
   * lives. What nobody needs in that first second is drawn after it, in a place that was kept for it.
   */
  settled: boolean;
}

/** A message of the server, in order and not seen before. */
export const pushReceived = createAction<PushEnvelope>('connection/frameReceived');
/** Frames were lost, or the socket was away: what is on screen may be old. */
export const pushesMissed = createAction('connection/framesMissed');
/** A room was joined; frames tell only what changes from here on, so what was read before may be older than `version`. */
export const roomJoined = createAction<{ topic: WatchTopic; version: number | undefined }>(
  'connection/roomJoined',
);
/** The server does not know this session: the next call will hear why, in the reader's language. */
export const sessionUnknown = createAction('connection/sessionUnknown');

export const connection = createSlice({
  name: 'connection',
  initialState: { state: 'off', mayAsk: false, settled: false } as Connection,
  reducers: {
    connectionChanged: (known, { payload }: PayloadAction<Partial<Connection>>) => ({ ...known, ...payload }),
  },
  selectors: { ofConnection: (state) => state },
});

export const { connectionChanged } = connection.actions;
const { ofConnection } = connection.selectors;

export const useConnection = () => useSelector(ofConnection).state;
export const useMayAsk = () => useSelector(ofConnection).mayAsk;
export const useSettled = () => useSelector(ofConnection).settled;

const LOOK_MS = 100;
const TIMEOUT_MS = 4_000;

type Known = Parameters<typeof ofConnection>[0] & { api: ReturnType<typeof baseApi.reducer> };

/** Once screens may ask, waits until no call is running: what is merely looked up comes after what they show. */
export function listenToConnection(): void {
  listener.startListening.withTypes<Known>()({
    predicate: (_, now, before) => now.connection.mayAsk && !before.connection.mayAsk,
    effect: async (_, { getState, dispatch, delay, cancelActiveListeners }) => {
      cancelActiveListeners();
      const queries = () => Object.values(getState().api.queries);
      const before = queries().length;
      // A slow machine is still drawing what will ask.
      const busy = () =>
        queries().length === before || queries().some((query) => query?.status === 'pending');
      const until = Date.now() + TIMEOUT_MS;
      do await delay(LOOK_MS);
      while (busy() && Date.now() < until);
      await new Promise((idle) => requestIdleCallback(idle, { timeout: TIMEOUT_MS }));
      dispatch(connectionChanged({ settled: true }));
    },
  });
}
