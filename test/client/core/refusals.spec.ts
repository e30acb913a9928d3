import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { configureStore, type Middleware } from '@reduxjs/toolkit';
import { baseApi } from '../../../client/api/base-api.js';
import { callFailed } from '../../../client/state/session.js';
import { stubGlobal, unstubGlobals } from '../../support/globals.js';

const api = baseApi.injectEndpoints({
  endpoints: (build) => ({
    look: build.query<unknown, void>({ query: () => ({ path: 'look' }) }),
    act: build.mutation<unknown, void>({ query: () => ({ path: 'act', method: 'POST' }) }),
  }),
});

beforeEach(() => {
  stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
});
afterEach(() => unstubGlobals());

/** The codes that were told of by a toast. */
async function toasted(code: string, type: 'look' | 'act'): Promise<string[]> {
  const answer = { status: 200, json: () => Promise.resolve({ code, message: 'no', data: null }) };
  stubGlobal('fetch', () => Promise.resolve(answer));
  const codes: string[] = [];
  const hear: Middleware = () => (next) => (action) => {
    if (callFailed.match(action)) codes.push(action.payload.code);
    return next(action);
  };
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (standard) => standard().concat(api.middleware, hear),
  });
  if (type === 'look') await store.dispatch(api.endpoints.look.initiate());
  else await store.dispatch(api.endpoints.act.initiate());
  store.dispatch(api.util.resetApiState());
  return codes;
}

it('a toast tells of what was refused, but of a screen that may not be read: that says so itself', async () => {
  expect(await toasted('20', 'look')).toEqual([]);
  expect(await toasted('20', 'act')).toEqual(['20']);
  expect(await toasted('23', 'look')).toEqual(['23']);
  expect(await toasted('02', 'look')).toEqual(['02']);
});
