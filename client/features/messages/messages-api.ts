import type { ContactList } from '../../../contract/cases/cases';
import type { ContactPreview } from '../../../contract/contact/contact-compliance';
import type { Language } from '../../../contract/codes';
import type { SendChannel } from '../../../contract/contact/message-texts';
import type { IncomingRow } from '../../../contract/contact/incoming-messages';
import type { MessageRow, Residue, TemplateRow } from '../../../contract/contact/messages';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';

export interface NewMessage {
  taskId: number;
  contactId: number;
  templateId: number;
  channel: SendChannel;
  language: Language;
  againOf?: number;
  params: Record<string, string>;
  clientRequestId: string;
}

const messagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    messageTemplates: build.query<TemplateRow[], void>({
      query: () => ({ path: 'sms/templates/' }),
      providesTags: ['Template'],
      keepUnusedDataFor: 600,
    }),
    messagePlaces: build.query<string[], void>({
      query: () => ({ path: 'sms/places' }),
      providesTags: ['Configuration'],
      keepUnusedDataFor: 600,
    }),
    messageContacts: build.query<ContactList, number>({
      query: (id) => ({ path: `task/contacts/${id}` }),
      providesTags: ofTask('Case'),
    }),
    messageGuard: build.query<ContactPreview, number>({
      query: (taskId) => ({ path: 'contact/preview', params: { taskId } }),
      providesTags: ofTask('Contact', 'Message', 'Case'),
    }),
    residue: build.query<Residue, number>({
      query: (taskId) => ({ path: 'sms/residue/', params: { taskId } }),
      providesTags: (_result, _error, id) => [{ type: 'Message', id }, 'MessageLimits'],
    }),
    messageLog: build.query<Page<MessageRow>, { taskId: number; page: number }>({
      query: ({ taskId, page }) => ({ path: `sms/log/${taskId}`, params: { page, size: PAGE_SIZE.table } }),
      providesTags: ofTask('Message'),
    }),
    incoming: build.query<Page<IncomingRow>, { taskId: number; page: number }>({
      query: (params) => ({ path: 'sms/incoming', params: { ...params, size: PAGE_SIZE.table } }),
      providesTags: ofTask('Message'),
    }),
    sendMessage: build.mutation<MessageRow, NewMessage>({
      query: (body) => ({ path: 'sms/manual/send', method: 'POST', body }),
      // Refused or not: what is left, and what the guard says, may be otherwise than shown.
      invalidatesTags: (_result, _error, { taskId }) => [
        { type: 'Message', id: taskId },
        { type: 'Case', id: taskId },
      ],
      extraOptions: { silent: ['20', '22', '23', '30', '31'] },
    }),
    retryMessage: build.mutation<MessageRow, { taskId: number; messageId: number }>({
      query: ({ messageId }) => ({ path: 'sms/retry', method: 'POST', body: { messageId } }),
      invalidatesTags: ofTask('Message'),
    }),
  }),
});

export const {
  useMessageTemplatesQuery,
  useMessagePlacesQuery,
  useMessageContactsQuery,
  useMessageGuardQuery,
  useResidueQuery,
  useIncomingQuery,
  useMessageLogQuery,
  useSendMessageMutation,
  useRetryMessageMutation,
} = messagesApi;
