import type {
  CaseCountsQuery,
  CaseGroupCounts,
  CaseLaneQuery,
  CaseListQuery,
  CasePage,
  LaneCase,
  NextCase,
} from '../../../contract/cases/cases';
import type { CollectorOption } from '../../../contract/session';
import type { CaseChange } from '../../../contract/realtime';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import { followPushes } from '../../realtime/follow-pushes';
import { changedCase } from './changed-case';

/** `longAging`: the same list, of long-aging cases only. */
export type CaseListArgs = Partial<CaseListQuery> & { longAging?: true | undefined };

/** The same for one page. */
export type CasePageArgs = CaseListArgs & { page: number; size: number };

/** The call that answers a question, as a page or as a file. */
export function listCall({ longAging, ...params }: CaseListArgs) {
  return { path: longAging ? 'task/LongAgingListing' : 'task/listing', params };
}

/** The whole list, as it is filtered and sorted, as a file. */
export function exportCall({
  page: _page,
  size: _size,
  after: _after,
  before: _before,
  ...args
}: CaseListArgs) {
  return listCall({ ...args, output: '1' });
}

const casesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    caseList: build.query<CasePage, CaseListArgs>({
      query: listCall,
      providesTags: ['CaseList'],
      // A case that comes or leaves only asks the server again: the table holds such changes back until they are applied.
      onCacheEntryAdded: (_, entry) => {
        const write = (changes: readonly CaseChange[]) => {
          const byCase = new Map(changes.map((change) => [change.caseId, change]));
          entry.updateCachedData((list) => {
            list.result = list.result.map((row) => {
              const change = byCase.get(row.id);
              return change ? changedCase(row, change) : row;
            });
          });
        };
        return followPushes(entry, {
          'case.changed': ({ data }) => write([data]),
          'cases.changed': ({ data }) => write(data.changes),
        });
      },
    }),
    appNames: build.query<string[], void>(get('task/appName/list', [])),
    /** Collectors below the viewer. */
    subUsers: build.query<CollectorOption[], void>(get('login/getSubUser', ['User'])),
    caseCounts: build.query<CaseGroupCounts, CaseCountsQuery>({
      query: (params) => ({ path: 'task/counts', params }),
      providesTags: ['CaseCounts'],
      // The quick filters work without their figures.
      extraOptions: { silent: 'all' },
    }),
    caseLane: build.query<LaneCase[], CaseLaneQuery>(get('task/lane', ['CaseCounts'], 'all')),
    /** Asked when it is wanted: the best case a minute ago is not the best now. */
    nextCase: build.query<NextCase, number>({
      query: (after) => ({ path: 'task/next', params: { after } }),
      extraOptions: { silent: ['21'] },
    }),
  }),
});

export const {
  useLazyAppNamesQuery,
  useLazySubUsersQuery,
  useCaseListQuery,
  useLazyCaseListQuery,
  useCaseCountsQuery,
  useCaseLaneQuery,
  useLazyNextCaseQuery,
} = casesApi;
