import type {
  TemplateChange,
  TemplatesAnswer,
  TemplateStatus,
} from '../../../contract/contact/message-templates';
import type { CaseFacts } from '../../../contract/contact/message-texts';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const templatesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    templates: build.query<TemplatesAnswer, Question | { templateId: number }>(
      get('sms/templates/manage', ['Template', 'MessageLimits'], 'all'),
    ),
    templateSample: build.query<CaseFacts, { loanId: string }>(get('sms/templates/sample', ['Case'])),
    saveTemplate: build.mutation<{ id: number }, TemplateChange>(
      post('sms/templates/createOrUpdate', ['Template'], ['22', '23']),
    ),
    setTemplateStatus: build.mutation<{ id: number }, TemplateStatus>(
      post('sms/templates/setStatus', ['Template']),
    ),
  }),
});

export const {
  useTemplatesQuery,
  useTemplateSampleQuery,
  useSaveTemplateMutation,
  useSetTemplateStatusMutation,
} = templatesApi;
