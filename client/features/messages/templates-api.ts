import type { TemplateChange, TemplatesAnswer, TemplateStatus } from '../../../contract/message-templates';
import { baseApi } from '../../api/base-api';
import type { Question } from '../../ui/list-page/question';

const templatesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    templates: build.query<TemplatesAnswer, Question | { templateId: number }>({
      query: (params) => ({ path: 'sms/templates/manage', params }),
      providesTags: ['Template', 'MessageLimits'],
      extraOptions: { quiet: 'all' },
    }),
    saveTemplate: build.mutation<{ id: number }, TemplateChange>({
      query: (body) => ({ path: 'sms/templates/createOrUpdate', method: 'POST', body }),
      invalidatesTags: ['Template'],
      extraOptions: { quiet: ['22', '23'] },
    }),
    setTemplateStatus: build.mutation<{ id: number }, TemplateStatus>({
      query: (body) => ({ path: 'sms/templates/setStatus', method: 'POST', body }),
      invalidatesTags: ['Template'],
    }),
  }),
});

export const { useTemplatesQuery, useSaveTemplateMutation, useSetTemplateStatusMutation } = templatesApi;
