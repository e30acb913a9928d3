import type {
  AnnouncementChange,
  AnnouncementForm,
  AnnouncementRow,
  NewAnnouncement,
} from '../../../contract/supervision/announcements';
import type { ViolationWeek } from '../../../contract/supervision/violations';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import type { ListQuery } from '../../ui/list-page/list-query';

const TAGS = ['Announcement', 'Notice'] as const;

const manageApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    allAnnouncements: build.query<Page<AnnouncementRow>, ListQuery | { msgId: number }>({
      query: (body) => ({ path: 'msg/queryAllMsg', method: 'POST', body }),
      providesTags: TAGS,
      extraOptions: { silent: 'all' },
    }),
    violationWeeks: build.query<ViolationWeek[], void>({
      query: () => ({ path: 'msg/violationWeeks' }),
      providesTags: TAGS,
      extraOptions: { silent: 'all' },
    }),
    saveAnnouncement: build.mutation<{ msgId: number } | null, NewAnnouncement | AnnouncementChange>({
      query: (body) => ({ path: 'msgId' in body ? 'msg/updateMsg' : 'msg/addMsg', method: 'POST', body }),
      invalidatesTags: TAGS,
      extraOptions: { silent: ['22', '23'] },
    }),
    withdrawAnnouncement: build.mutation<null, number>({
      query: (msgId) => ({ path: 'msg/delete', method: 'POST', params: { msgId } }),
      invalidatesTags: TAGS,
    }),
  }),
});

export const {
  useAllAnnouncementsQuery,
  useViolationWeeksQuery,
  useSaveAnnouncementMutation,
  useWithdrawAnnouncementMutation,
} = manageApi;

/** Initial values of a form: an ID number and a picture are never read back, and stay unless others are given. */
export function formOf(row: AnnouncementRow): AnnouncementForm {
  const { cn = null, en = null, es = null } = row.texts;
  const { kind, institutionId, groupId, startsAt, endsAt, published, name, irregularities, processResult } =
    row;
  const texts = { cn, en, es };
  return {
    kind,
    institutionId,
    groupId,
    startsAt,
    endsAt,
    published,
    texts,
    name,
    irregularities,
    processResult,
  };
}
