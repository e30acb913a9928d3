import type { CaseGroupCounts, CaseListQuery, CaseRow } from '../../../contract/cases';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';

export type ListQuestion = Partial<CaseListQuery>;

export const casesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    caseList: build.query<Page<CaseRow>, ListQuestion>({
      query: (params) => ({ path: 'task/listing', params }),
      providesTags: ['CaseList'],
    }),
    caseCounts: build.query<CaseGroupCounts, void>({
      query: () => ({ path: 'task/counts' }),
      providesTags: ['CaseCounts'],
      // The quick filters work without their figures.
      extraOptions: { quiet: 'all' },
    }),
  }),
});

export const { useCaseListQuery, useCaseCountsQuery } = casesApi;
