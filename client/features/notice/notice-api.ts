import type { Language } from '../../../contract/codes';
import { baseApi } from '../../api/base-api';

/** The specification uses `data[0].content`. */
type Announcements = { content?: string | null }[];

const noticeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    notice: build.query<Announcements | null, Language>({
      query: (country) => ({ path: 'msg/queryAnnouncementMsg', params: { country } }),
      providesTags: ['Notice'],
      // Without an announcement the header has none: nothing that a collector must be told about.
      extraOptions: { quiet: 'all' },
    }),
  }),
});

export const { useNoticeQuery } = noticeApi;
