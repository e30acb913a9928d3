import type { JobRow } from '../../../contract/administration/jobs';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const jobsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    jobs: build.query<Page<JobRow>, ListQuery>(get('job/list', ['Job'], 'all')),
    retryJob: build.mutation<{ id: number }, { id: number }>(post('job/retry', ['Job', 'Export'])),
    cancelJob: build.mutation<null, { id: number }>(post('job/cancel', ['Job', 'Export'])),
  }),
});

export const { useJobsQuery, useRetryJobMutation, useCancelJobMutation } = jobsApi;
