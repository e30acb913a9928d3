import type {
  AgentPrediction,
  DutySum,
  Resigning,
  ScheduleRow,
  ScheduleUpload,
  SeatStatusChange,
  SeatStatusSet,
  UndoUpload,
} from '../../../contract/team/schedules';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const schedulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    schedule: build.query<Page<ScheduleRow>, ListQuery>(get('workSchedule/list', ['Schedule'], 'all')),
    dutySum: build.query<DutySum[], { day?: string }>(get('workSchedule/dutySum', ['Schedule'])),
    agentPrediction: build.query<AgentPrediction[], { day?: string }>(
      get('workSchedule/agentPrediction', ['Schedule', 'Queue']),
    ),
    setSeatStatus: build.mutation<SeatStatusSet, SeatStatusChange>(
      post('workSchedule/updateStatus', ['Schedule']),
    ),
    resigning: build.query<Resigning[], { userIds: string }>(
      get('workSchedule/resigning', ['Schedule', 'User'], 'all'),
    ),
    uploadSchedule: build.mutation<{ uploadId: number }, FormData>(post('workSchedule/upload', [])),
    undoUpload: build.mutation<null, UndoUpload>(post('workSchedule/undoUpload', ['Schedule'])),
    scheduleUpload: build.query<ScheduleUpload, number>({
      query: (id) => ({ path: `workSchedule/uploadResult/${id}` }),
      // Its own tag alone is told while it is read: the list beside it has not changed yet.
      providesTags: (_result, _error, id) => ['Schedule', { type: 'Schedule', id }],
      extraOptions: { silent: 'all' },
    }),
  }),
});

export const {
  useScheduleQuery,
  useDutySumQuery,
  useAgentPredictionQuery,
  useSetSeatStatusMutation,
  useResigningQuery,
  useUploadScheduleMutation,
  useUndoUploadMutation,
  useScheduleUploadQuery,
} = schedulesApi;
