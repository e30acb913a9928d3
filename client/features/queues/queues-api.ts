import type { BindingPreview, BoundCases } from '../../../contract/cases/case-moves';
import type { QueueCollector, QueueCase, QueueChange, QueueInfo } from '../../../contract/team/queues';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { entityApi, get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

interface Binding {
  taskIds: number[];
  agentId: number;
}

export const queueCalls = entityApi<QueueInfo, QueueChange>('Queue', {
  list: 'management/queue/list/',
  one: (id) => ({ path: `management/queue/info/${id}` }),
  save: 'management/queue/createOrUpdate',
  stale: ['Institution'],
});

const queuesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    queueCases: build.query<Page<QueueCase>, ListQuery & { id: number }>({
      query: ({ id, ...params }) => ({ path: `management/queue/tasks/${id}`, params }),
      providesTags: ['Queue'],
      extraOptions: { silent: 'all' },
    }),
    uncovered: build.query<Page<QueueCase>, ListQuery>(
      get('allocation/uncovered', ['Queue', 'Allocation'], 'all'),
    ),
    reminderTemplates: build.query<Page<{ id: number; name: string }>, void>({
      query: () => ({
        path: 'sms/templates/manage',
        params: { status: 'enabled', channel: 'SMS', size: 200 },
      }),
      providesTags: ['Template'],
    }),
    queueAgents: build.query<QueueCollector[], number>({
      query: (id) => ({ path: `management/queue/agents/${id}` }),
      providesTags: ['Queue'],
      extraOptions: { silent: 'all' },
    }),
    setQueueStatus: build.mutation<null, { id: number; open: boolean; version: number }>(
      post('management/queue/setStatus', ['Queue']),
    ),
    bindPreview: build.query<BindingPreview, Binding>({
      query: (body) => ({ path: 'management/task/bindPreview', method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
    bindCases: build.mutation<BoundCases, Binding & { versions: number[] }>(
      post('management/task/batchBindAgent', ['Queue', 'CaseList', 'CaseCounts']),
    ),
    unbindCases: build.mutation<BoundCases, number[]>({
      query: (taskIds) => ({ path: 'management/task/unbindAgent', method: 'POST', body: { taskIds } }),
      invalidatesTags: ['Queue', 'CaseList', 'CaseCounts'],
    }),
  }),
});

export const {
  useQueueCasesQuery,
  useUncoveredQuery,
  useQueueAgentsQuery,
  useReminderTemplatesQuery,
  useSetQueueStatusMutation,
  useBindPreviewQuery,
  useBindCasesMutation,
  useUnbindCasesMutation,
} = queuesApi;
