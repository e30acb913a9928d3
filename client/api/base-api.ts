import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import { TAG_TYPES, type Tag } from '../../contract/realtime';
import { type CallError, isSessionEnd } from './envelope';
import { callFailed } from '../state/session';
import { type Call, send } from './http';

export interface CallOptions {
  /** Codes that the screen shows by itself (a form its fields, a panel its absence): no toast. A lost session never is. */
  silent?: readonly string[] | 'all';
}

/** A refused read is shown in its place, and not a second time by a toast. */
const MAY_NOT_READ = '20';

function isSilent({ silent }: CallOptions, type: 'query' | 'mutation', error: CallError): boolean {
  if (type === 'query' && error.code === MAY_NOT_READ) return true;
  return !isSessionEnd(error) && (silent === 'all' || (silent?.includes(error.code) ?? false));
}

const baseQuery: BaseQueryFn<Call, unknown, CallError, CallOptions | undefined> = async (
  call,
  { signal, dispatch, type },
  options,
) => {
  const answer = await send(call, signal);
  if (answer.ok) return { data: answer.data };
  if (!signal.aborted && !isSilent(options ?? {}, type, answer.error)) dispatch(callFailed(answer.error));
  return { error: answer.error };
};

/** Features add their endpoints with `injectEndpoints`; tags are the contract's, so that the server can name them. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [...TAG_TYPES, 'View', 'CaseInfo'] as (Tag['type'] | 'View' | 'CaseInfo')[],
  refetchOnReconnect: true,
  keepUnusedDataFor: 30,
  endpoints: () => ({}),
});
