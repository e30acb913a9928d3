import type { BindingPreview, BoundCases } from '../../../contract/cases/case-moves';
import type { RecordAnswer, RecordCall, UndoneRecord, UndoRecord } from '../../../contract/cases/records';
import type { PlaceHold } from '../../../contract/contact/contact-compliance';
import type {
  QueueCasePage,
  QueueChange,
  QueueCollector,
  QueueInfo,
  QueueWorkChange,
} from '../../../contract/team/queues';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { entityApi, get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

interface Binding {
  taskIds: number[];
  agentIds: number[];
}

export const queueCalls = entityApi<QueueInfo, QueueChange>('Queue', {
  list: 'management/queue/list/',
  one: (id) => ({ path: `management/queue/info/${id}` }),
  save: 'management/queue/createOrUpdate',
  stale: ['Institution'],
});

const CASES = ['Queue', 'Allocation', 'CaseList', 'CaseCounts'] as const;

const queuesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    queueCases: build.query<QueueCasePage, ListQuery & { id: number }>({
      query: ({ id, ...params }) => ({ path: `management/queue/tasks/${id}`, params }),
      providesTags: ['Queue'],
      extraOptions: { silent: 'all' },
    }),
    uncovered: build.query<QueueCasePage, ListQuery>(
      get('allocation/uncovered', ['Queue', 'Allocation'], 'all'),
    ),
    reminderTemplates: build.query<Page<{ id: number; name: string }>, void>({
      query: () => ({
        path: 'sms/templates/manage',
        params: { status: 'enabled', channel: 'SMS', size: 200 },
      }),
      providesTags: ['Template'],
    }),
    /** Collectors of one queue or several. */
    queueCollectors: build.query<QueueCollector[], readonly number[]>({
      queryFn: async (ids, _api, _options, call) => {
        const collectors: QueueCollector[] = [];
        for (const id of ids) {
          const { data, error } = await call({ path: `management/queue/agents/${id}` });
          if (error) return { error };
          collectors.push(...(data as QueueCollector[]));
        }
        return { data: collectors };
      },
      providesTags: ['Queue'],
      extraOptions: { silent: 'all' },
    }),
    editQueue: build.mutation<{ id: number }, QueueWorkChange>(
      post('management/queue/edit', ['Queue'], ['22', '23']),
    ),
    setQueueStatus: build.mutation<null, { id: number; open: boolean; version: number }>(
      post('management/queue/setStatus', ['Queue']),
    ),
    bindPreview: build.query<BindingPreview, Binding>({
      query: (body) => ({ path: 'management/task/bindPreview', method: 'POST', body }),
      keepUnusedDataFor: 0,
    }),
    bindCases: build.mutation<BoundCases, Binding & { versions: number[] }>(
      post('management/task/batchBindAgent', CASES),
    ),
    setNextAction: build.mutation<RecordAnswer, RecordCall>(post('task/record', CASES)),
    undoNextAction: build.mutation<UndoneRecord, UndoRecord>(post('task/undoRecord', CASES)),
    holdCase: build.mutation<null, PlaceHold>(post('contact/hold', CASES)),
    unbindCases: build.mutation<BoundCases, number[]>({
      query: (taskIds) => ({ path: 'management/task/unbindAgent', method: 'POST', body: { taskIds } }),
      invalidatesTags: CASES,
    }),
  }),
});

export const {
  useQueueCasesQuery,
  useUncoveredQuery,
  useQueueCollectorsQuery,
  useSetNextActionMutation,
  useUndoNextActionMutation,
  useHoldCaseMutation,
  useReminderTemplatesQuery,
  useSetQueueStatusMutation,
  useEditQueueMutation,
  useBindPreviewQuery,
  useBindCasesMutation,
  useUnbindCasesMutation,
} = queuesApi;
