import type { CaseGroupCounts, CaseListQuery, CasePage, LaneCase, NextCase } from '../../../contract/cases';
import { baseApi } from '../../api/base-api';

/** `longAging`: the same list, of long-aging cases only. */
export type ListQuestion = Partial<CaseListQuery> & { longAging?: true | undefined };

/** The call that answers a question, as a page or as a file. */
export function listCall({ longAging, ...params }: ListQuestion) {
  return { path: longAging ? 'task/LongAgingListing' : 'task/listing', params };
}

export const casesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    caseList: build.query<CasePage, ListQuestion>({
      query: listCall,
      providesTags: ['CaseList'],
    }),
    caseCounts: build.query<CaseGroupCounts, void>({
      query: () => ({ path: 'task/counts' }),
      providesTags: ['CaseCounts'],
      // The quick filters work without their figures.
      extraOptions: { quiet: 'all' },
    }),
    caseLane: build.query<LaneCase[], void>({
      query: () => ({ path: 'task/lane' }),
      providesTags: ['CaseCounts'],
      extraOptions: { quiet: 'all' },
    }),
    /** Asked when it is wanted: the best case a minute ago is not the best now. */
    nextCase: build.query<NextCase, number>({
      query: (after) => ({ path: 'task/next', params: { after } }),
      extraOptions: { quiet: ['21'] },
    }),
  }),
});

export const { useCaseListQuery, useCaseCountsQuery, useCaseLaneQuery, useLazyNextCaseQuery } = casesApi;
