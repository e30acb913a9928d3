import type {
  ApprovalDecision,
  ApprovalEnd,
  ApprovalRequest,
  ApprovalRow,
} from '../../../contract/administration/approvals';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const approvalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    approvals: build.query<Page<ApprovalRow>, Question>(get('approval/list', ['Approval'], 'all')),
    requestApproval: build.mutation<{ id: number }, ApprovalRequest>(
      post('approval/request', ['Approval'], ['22', '23']),
    ),
    decideApproval: build.mutation<unknown, ApprovalDecision>(post('approval/decide', ['Approval'])),
    endApproval: build.mutation<unknown, ApprovalEnd>(post('approval/end', ['Approval'])),
  }),
});

export const {
  useApprovalsQuery,
  useRequestApprovalMutation,
  useDecideApprovalMutation,
  useEndApprovalMutation,
} = approvalsApi;
