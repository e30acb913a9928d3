import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api';
import { calls } from '../features/calls/calls-slice';
import { listenToViewLinks } from '../features/cases/list/view-links';
import { clock } from '../state/clock';
import { connection, listenToConnection } from '../state/connection';
import { listener } from '../state/listener';
import { listenToPreferences, preferences } from '../state/preferences';
import { listenToSession, session } from '../state/session';
import { listenToTags } from './tag-pushes';

const reducer = combineReducers({
  [baseApi.reducerPath]: baseApi.reducer,
  [session.reducerPath]: session.reducer,
  [preferences.reducerPath]: preferences.reducer,
  [connection.reducerPath]: connection.reducer,
  [clock.reducerPath]: clock.reducer,
  [calls.reducerPath]: calls.reducer,
});

export const store = configureStore({
  reducer,
  middleware: (standard) => standard().prepend(listener.middleware).concat(baseApi.middleware),
});

setupListeners(store.dispatch);
listenToSession();
listenToPreferences();
listenToConnection();
listenToViewLinks();
listenToTags(store.dispatch);
