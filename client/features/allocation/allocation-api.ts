import type {
  AllocationExplanation,
  AllocationPlan,
  AllocationRun,
  AllocationRunInfo,
  AskAllocation,
  DryRun,
  RunCase,
  UndoAllocation,
} from '../../../contract/team/allocation';
import type { QueueInfo } from '../../../contract/team/queues';
import type { CollectorOption } from '../../../contract/session';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const allocationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    allocationQueue: build.query<QueueInfo, number>({
      query: (id) => ({ path: `management/queue/info/${id}` }),
      providesTags: ['Queue'],
      extraOptions: { silent: 'all' },
    }),
    dryRun: build.mutation<AllocationPlan, DryRun>(post('allocation/dryRun', [])),
    handOut: build.mutation<{ runId: number }, AskAllocation>(post('allocation/run', ['Allocation'])),
    runs: build.query<Page<AllocationRun>, { queueId: number; page: number }>(
      get('allocation/runs', ['Allocation'], 'all'),
    ),
    run: build.query<AllocationRunInfo, number>({
      query: (id) => ({ path: `allocation/run/${id}` }),
      providesTags: ['Allocation'],
    }),
    runCases: build.query<Page<RunCase>, { runId: number; page: number }>({
      query: ({ runId, ...params }) => ({ path: `allocation/runCases/${runId}`, params }),
      providesTags: ['Allocation'],
      extraOptions: { silent: 'all' },
    }),
    undoRun: build.mutation<{ runId: number }, UndoAllocation>(post('allocation/undo', ['Allocation'])),
    explain: build.query<AllocationExplanation, { taskId: number; agentId?: number }>({
      query: ({ taskId, ...params }) => ({ path: `allocation/explain/${taskId}`, params }),
      providesTags: ['Allocation'],
      extraOptions: { silent: 'all' },
    }),
    binders: build.query<CollectorOption[], void>(get('login/getAllCollector', ['User'])),
  }),
});

export const {
  useAllocationQueueQuery,
  useDryRunMutation,
  useHandOutMutation,
  useRunsQuery,
  useRunQuery,
  useRunCasesQuery,
  useUndoRunMutation,
  useExplainQuery,
  useBindersQuery,
} = allocationApi;
