import type {
  ApprovalDecision,
  ApprovalEnd,
  ApprovalRequest,
  ApprovalRow,
} from '../../../contract/administration/approvals';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const approvalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    approvals: build.query<Page<ApprovalRow>, ListQuery>(get('approval/list', ['Approval'], 'all')),
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
