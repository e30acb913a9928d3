import type {
  AgentPrediction,
  DutySum,
  ScheduleRow,
  ScheduleUpload,
  SeatStatusChange,
} from '../../../contract/schedules';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const schedulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    schedule: build.query<Page<ScheduleRow>, Question>(get('workSchedule/list', ['Schedule'], 'all')),
    dutySum: build.query<DutySum[], { day?: string }>(get('workSchedule/dutySum', ['Schedule'])),
    agentPrediction: build.query<AgentPrediction[], { day?: string }>(
      get('workSchedule/agentPrediction', ['Schedule', 'Queue']),
    ),
    setSeatStatus: build.mutation<null, SeatStatusChange>(post('workSchedule/updateStatus', ['Schedule'])),
    uploadSchedule: build.mutation<{ uploadId: number }, FormData>(post('workSchedule/upload', [])),
    scheduleUpload: build.query<ScheduleUpload, number>({
      query: (id) => ({ path: `workSchedule/uploadResult/${id}` }),
      providesTags: ['Schedule'],
    }),
  }),
});

export const {
  useScheduleQuery,
  useDutySumQuery,
  useAgentPredictionQuery,
  useSetSeatStatusMutation,
  useUploadScheduleMutation,
  useScheduleUploadQuery,
} = schedulesApi;
