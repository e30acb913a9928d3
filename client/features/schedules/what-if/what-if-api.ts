import type {
  ApplyPlan,
  PlanResult,
  PlanResultQuery,
  WhatIf,
  WhatIfQuery,
} from '../../../../contract/team/what-if';
import { baseApi } from '../../../api/base-api';
import { get, post } from '../../../api/endpoints';

const whatIfApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    whatIf: build.query<WhatIf, WhatIfQuery>({
      query: (body) => ({ path: 'workSchedule/whatIf', method: 'POST', body }),
      providesTags: ['Schedule', 'Queue', 'Indicator'],
      keepUnusedDataFor: 0,
      extraOptions: { silent: 'all' },
    }),
    applyPlan: build.mutation<{ planId: number }, ApplyPlan>(post('workSchedule/applyPlan', ['Schedule'])),
    undoPlan: build.mutation<null, { planId: number }>(post('workSchedule/undoPlan', ['Schedule'])),
    planResult: build.query<PlanResult[], PlanResultQuery>(
      get('workSchedule/planResult', ['Schedule', 'Allocation', 'Board'], 'all'),
    ),
  }),
});

export const { useWhatIfQuery, useApplyPlanMutation, useUndoPlanMutation, usePlanResultQuery } = whatIfApi;
