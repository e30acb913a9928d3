import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { connection, connectionChanged, listenToConnection } from '../../../client/state/connection.js';
import { listener } from '../../../client/state/listener.js';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';

type Queries = Record<string, { status: 'pending' | 'fulfilled' }>;

beforeEach(() => {
  jest.useFakeTimers();
  stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work));
});
afterEach(() => {
  listener.clearListeners();
  jest.useRealTimers();
  unstubGlobals();
});

/** A store whose calls are what a test says that they are, and whether its tab is settled. */
function tab() {
  const store = configureStore({
    reducer: {
      connection: connection.reducer,
      api: (state: { queries: Queries } = { queries: {} }, action: { type: string; queries?: Queries }) =>
        action.type === 'asked' ? { queries: action.queries ?? {} } : state,
    },
    middleware: (standard) => standard().prepend(listener.middleware),
  });
  listenToConnection();
  const ask = (queries: Queries) => store.dispatch({ type: 'asked', queries });
  const settled = async (after: number) => {
    await jest.advanceTimersByTimeAsync(after);
    return store.getState().connection.settled;
  };
  return { ask, settled, mayAsk: () => store.dispatch(connectionChanged({ mayAsk: true })) };
}

it('is settled once what its first page asks is answered, however late it asks', async () => {
  const { ask, settled, mayAsk } = tab();
  ask({ user: { status: 'fulfilled' } });
  mayAsk();
  expect(await settled(1_000)).toBe(false);
  ask({ user: { status: 'fulfilled' }, cases: { status: 'pending' } });
  expect(await settled(1_000)).toBe(false);
  ask({ user: { status: 'fulfilled' }, cases: { status: 'fulfilled' } });
  expect(await settled(200)).toBe(true);
});

it('is settled after four seconds, also where nothing is asked', async () => {
  const { settled, mayAsk } = tab();
  mayAsk();
  expect(await settled(3_900)).toBe(false);
  expect(await settled(300)).toBe(true);
});
