import { nounsOf } from '../../contract/nouns';
import type { Tag } from '../../contract/realtime';
import type { Page } from '../../contract/shared/page';
import type { ListQuery } from '../ui/list-page/list-query';
import { baseApi, type CallOptions } from './base-api';
import type { Call } from './http';

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

type TagType = Tag['type'];
interface EntityCalls {
  list: string;
  /** The row by its own call, or the list narrowed to it. */
  one: (id: number) => Call;
  save: string;
  /** Other tags whose data its rows show. */
  shows?: readonly TagType[];
  /** Other tags that a save makes stale. */
  stale?: readonly TagType[];
}

/** The calls of a noun that has a list and a form; its rows carry its tag. `save` leaves refusals 22 and 23 to the form. */
export function entityApi<
  Row extends object,
  Change extends object,
  Info extends object = Row,
  Rows extends Page<Row> = Page<Row>,
>(tag: TagType, calls: EntityCalls) {
  const { list, one, save, shows = [], stale = [] } = calls;
  const tags = [tag, ...shows];
  baseApi.enhanceEndpoints({ addTagTypes: tags });
  const named = <Definitions extends object>(definitions: Definitions) =>
    Object.fromEntries(
      Object.entries(definitions).map(([name, definition]) => [`${tag}.${name}`, definition]),
    ) as Definitions;
  const { endpoints } = baseApi.injectEndpoints({
    endpoints: (build) =>
      named({
        list: build.query<Rows, Partial<ListQuery>>(get(list, tags, 'all')),
        one: build.query<Info | null, number>({
          query: one,
          transformResponse: (found: Info | Page<Info>) =>
            'totalCount' in found ? (found.result[0] ?? null) : found,
          providesTags: tags,
          extraOptions: { silent: 'all' },
        }),
        save: build.mutation<{ id: number }, Change>(post(save, [tag, ...stale], ['22', '23'])),
      }),
  });
  const of = <Name extends keyof typeof endpoints>(name: Name) =>
    (endpoints as Record<string, unknown>)[`${tag}.${name}`] as (typeof endpoints)[Name];
  return {
    /** As the audit names it. */
    noun: nounsOf().find(([, noun]) => noun.tags[0] === tag)?.[0],
    useList: of('list').useQuery,
    useOne: of('one').useQuery,
    useSave: () => of('save').useMutation()[0],
  };
}
