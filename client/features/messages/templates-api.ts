import type { PendingApproval } from '../../../contract/administration/approvals';
import type {
  TemplateChange,
  TemplateInfo,
  TemplatesAnswer,
  TemplateStatus,
} from '../../../contract/contact/message-templates';
import type { CaseFacts } from '../../../contract/contact/message-texts';
import { baseApi } from '../../api/base-api';
import { entityApi, get, post } from '../../api/endpoints';

export const templateCalls = entityApi<TemplateInfo, TemplateChange, TemplateInfo, TemplatesAnswer>(
  'Template',
  {
    list: 'sms/templates/manage',
    one: (templateId) => ({ path: 'sms/templates/manage', params: { templateId } }),
    save: 'sms/templates/createOrUpdate',
    shows: ['MessageLimits'],
  },
);

const templatesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    templateSample: build.query<CaseFacts, { loanId: string }>(get('sms/templates/sample', ['Case'])),
    setTemplateStatus: build.mutation<PendingApproval, TemplateStatus>(
      post('sms/templates/setStatus', ['Template']),
    ),
  }),
});

export const { useTemplateSampleQuery, useSetTemplateStatusMutation } = templatesApi;
