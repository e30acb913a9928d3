import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { type CallError, isSessionEnd } from '../api/envelope';
import { clearSession, placeFor, sessionFlags, type StoredUser, storedUser } from '../lib/session';
import { hasUnsaved } from '../lib/unsaved';
import { listener } from './listener';

export interface SessionEnd {
  message: string;
  /** False: leave for the sign-in page at once. True: ask first, the user did nothing or would lose something. */
  ask: boolean;
  /** The server has said why by itself; a refused call says that it is over. */
  hasReason?: boolean;
  /** The user reads on meanwhile. */
  putOff?: boolean;
}

interface Session {
  /** The last signed-in user; stays while the page of an ended session is still on screen. */
  user: StoredUser | null;
  /** Set when this tab's session ended; every later refusal is silent, so that the message shows once. */
  end: SessionEnd | null;
  /** Shown on the next sign-in page. */
  notice: string | null;
}

/** A call was refused, and the screen that made it does not show that by itself. */
export const callFailed = createAction<CallError>('session/callFailed');

export const session = createSlice({
  name: 'session',
  initialState: (): Session => ({ user: storedUser(), end: null, notice: null }),
  reducers: {
    sessionBegan: (_, { payload }: PayloadAction<StoredUser | null>): Session => ({
      user: payload,
      end: null,
      notice: null,
    }),
    sessionEnded: (state, { payload }: PayloadAction<SessionEnd>) => {
      if (state.end) {
        // The refusal of a call may be quicker than the reason.
        if (payload.hasReason && state.end.ask) state.end.message = payload.message;
        return;
      }
      state.end = payload;
      if (!payload.ask) state.notice = payload.message;
    },
    sessionEndPutOff: ({ end }, { payload }: PayloadAction<boolean>) => {
      if (end) end.putOff = payload;
    },
  },
  selectors: { ofSession: (state) => state },
});

export const { sessionBegan, sessionEnded, sessionEndPutOff } = session.actions;
export const { ofSession } = session.selectors;

export const useSession = () => useSelector(ofSession);
/** Id of the signed-in user; 0 before anybody has signed in. */
export const useUserId = () => useSession().user?.id ?? 0;

export type WithSession = Parameters<typeof ofSession>[0];

/** Section 8 of the specification: a lost session leaves for the sign-in page. */
export function listenToSession(): void {
  listener.startListening({
    actionCreator: callFailed,
    effect: ({ payload }, { dispatch }) => {
      if (isSessionEnd(payload)) dispatch(sessionEnded({ message: payload.message, ask: hasUnsaved() }));
    },
  });
  listener.startListening.withTypes<WithSession>()({
    actionCreator: sessionEnded,
    // A second refusal may come when somebody else is about to sign in: the first has kept the place. One that comes after
    // somebody has signed out keeps none.
    effect: ({ payload: { ask } }, { getState, getOriginalState }) => {
      if (getOriginalState().session.end !== null) return;
      const userId = getState().session.user?.id;
      clearSession(sessionFlags().session ? placeFor(userId) : null, ask ? userId : undefined);
    },
  });
}

/** Anything else is an error toast, as long as the session lasts. @returns how to stop */
export function listenToRefusals(show: (error: CallError) => void): () => void {
  return listener.startListening.withTypes<WithSession>()({
    predicate: (action, { session: { end } }) =>
      callFailed.match(action) && !isSessionEnd(action.payload) && end === null,
    effect: (action) => {
      if (callFailed.match(action)) show(action.payload);
    },
  });
}
