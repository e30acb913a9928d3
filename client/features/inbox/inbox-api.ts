import type { InboxCount, InboxItem, InboxQuery } from '../../../contract/inbox';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const inboxApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    inboxCount: build.query<InboxCount, void>(get('inbox/count', ['Inbox'], 'all')),
    inbox: build.query<Page<InboxItem>, Partial<InboxQuery>>(get('inbox/list', ['Inbox'], 'all')),
    readInbox: build.mutation<null, { id: number }>(post('inbox/read', ['Inbox'])),
    readAllInbox: build.mutation<null, void>(post('inbox/readAll', ['Inbox'])),
    snoozeInbox: build.mutation<null, { id: number; until: string }>(post('inbox/snooze', ['Inbox'])),
  }),
});

export const {
  useInboxCountQuery,
  useInboxQuery,
  useLazyInboxQuery,
  useReadInboxMutation,
  useReadAllInboxMutation,
  useSnoozeInboxMutation,
} = inboxApi;

/** A snoozed item comes back by the clock: nothing is pushed then. */
export const BY_THE_CLOCK = { pollingInterval: 60_000 };
