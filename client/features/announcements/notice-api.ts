import type { Notice } from '../../../contract/supervision/announcements';
import type { Language } from '../../../contract/codes';
import { baseApi } from '../../api/base-api';

const noticeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The specification uses `data[0].content`; empty when there is none. */
    notice: build.query<Notice[], Language>({
      query: (country) => ({ path: 'msg/queryAnnouncementMsg', params: { country } }),
      providesTags: ['Notice'],
      // A decoration of the header: without it nobody misses a toast.
      extraOptions: { silent: 'all' },
    }),
  }),
});

export const { useNoticeQuery } = noticeApi;
