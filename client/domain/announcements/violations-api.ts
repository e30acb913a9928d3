import type {
  AnnouncedViolation,
  NewViolation,
  ViolationInfo,
} from '../../../contract/supervision/violations';
import { baseApi } from '../../api/base-api';
import { post } from '../../api/endpoints';

const violationsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    violation: build.query<ViolationInfo, number>({
      query: (msgId) => ({ path: 'msg/violation', params: { msgId } }),
      providesTags: ['Violation'],
      extraOptions: { silent: 'all' },
    }),
    announceViolation: build.mutation<AnnouncedViolation, NewViolation>(
      post('msg/announceViolation', ['Violation', 'Announcement'], ['22']),
    ),
  }),
});

export const { useViolationQuery, useAnnounceViolationMutation } = violationsApi;
