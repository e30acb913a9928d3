import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { baseApi } from '../api/base-api';
import { toldMutations } from './told-mutations';

export const store = configureStore({
  reducer: { [baseApi.reducerPath]: baseApi.reducer },
  middleware: (standard) => standard().concat(baseApi.middleware, toldMutations),
});

setupListeners(store.dispatch);
