import type { ContactPreview } from '../../../contract/contact/guard';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../api/endpoints';

const contactsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Every contact of the case by every channel: all rows and tools of the page share the one answer.
    contactPreview: build.query<ContactPreview, number>({
      query: (taskId) => ({ path: 'contact/preview', params: { taskId } }),
      providesTags: ofTask('Contact', 'Case'),
      extraOptions: { silent: ['21'] },
    }),
  }),
});

export const { useContactPreviewQuery } = contactsApi;
