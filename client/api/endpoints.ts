import type { Tag } from '../../contract/realtime';
import type { CallOptions } from './base-api';
import type { Call } from './http';

/** The tags of the case that a call is about: it is asked for by the case's id, or names it as `taskId`. */
export function ofTask<Type extends Tag['type']>(...types: Type[]) {
  return (_answer: unknown, _error: unknown, asked: number | { taskId: number }) =>
    types.map((type) => ({ type, id: typeof asked === 'number' ? asked : asked.taskId }));
}

/** A call that reads: what is asked for are its parameters. */
export function get<const Tags>(path: string, providesTags: Tags, silent?: CallOptions['silent']) {
  const query = (params: object | void): Call => ({ path, params: params ?? {} });
  return { query, providesTags, extraOptions: { silent } };
}

/** A call that changes something: what is said is its body. */
export function post<const Tags>(path: string, invalidatesTags: Tags, silent?: CallOptions['silent']) {
  const query = (body: object | void): Call => ({ path, method: 'POST', body: body ?? {} });
  return { query, invalidatesTags, extraOptions: { silent } };
}
