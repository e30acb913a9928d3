import type { MovedCases } from '../../../contract/cases/case-moves';
import { baseApi } from '../../api/base-api';

const bindingsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    undoBinding: build.mutation<MovedCases, number>({
      query: (bindId) => ({ path: 'management/task/undoBind', method: 'POST', body: { bindId } }),
      invalidatesTags: ['Queue', 'Promise', 'CaseList', 'CaseCounts'],
    }),
  }),
});

export const { useUndoBindingMutation } = bindingsApi;
