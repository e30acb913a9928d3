import type { Announcement } from '../../../contract/supervision/announcements';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { useCache } from '../../api/use-cache';
import { isExhausted, withoutRead } from './unread';

const announcementsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Always the first page: what was read leaves the list, so the second would skip as many.
    unreadAnnouncements: build.query<Page<Announcement>, void>({
      query: () => ({
        path: 'msg/queryMsg',
        method: 'POST',
        body: { page: 1, size: PAGE_SIZE.announcements, status: '0' },
      }),
      providesTags: ['Announcement'],
    }),
    markAnnouncement: build.mutation<null, number>({
      query: (msgId) => ({ path: 'msg/updateReadMsg', method: 'POST', params: { msgId } }),
    }),
  }),
});

export const { useUnreadAnnouncementsQuery } = announcementsApi;

/** A window's turn is told once: who was not connected then looks by the clock. */
export const BY_THE_CLOCK = { pollingInterval: 60_000 };

/** Marks one as read; fetches the next ten when it was the last that is loaded. */
export function useMarkRead(): (msgId: number) => Promise<void> {
  const [mark] = announcementsApi.useMarkAnnouncementMutation();
  const cache = useCache();
  return async (msgId) => {
    const answer = await mark(msgId);
    // The refusal was toasted. It stays unread.
    if (answer.error) return;
    let exhausted = false;
    cache(
      announcementsApi.util.updateQueryData('unreadAnnouncements', undefined, (unread) => {
        const rest = withoutRead(unread, msgId);
        exhausted = isExhausted(rest);
        return rest;
      }),
    );
    if (exhausted) cache(baseApi.util.invalidateTags(['Announcement']));
  };
}
