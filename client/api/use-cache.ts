import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { baseApi } from './base-api';

type CacheState = { api: ReturnType<typeof baseApi.reducer> };

/** Dispatch for `someApi.util.updateQueryData` and `baseApi.util.invalidateTags` out of a feature. */
export function useCache(): ThunkDispatch<CacheState, unknown, UnknownAction> {
  return useDispatch<ThunkDispatch<CacheState, unknown, UnknownAction>>();
}
