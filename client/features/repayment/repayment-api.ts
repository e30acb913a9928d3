import type { DeductionAnswer, PartDeduce } from '../../../contract/money/deductions';
import type {
  DelayCode,
  ExtensionCount,
  ManualDelay,
  NewDelayCode,
  RequestedExtension,
} from '../../../contract/money/extensions';
import type { PayLogRow } from '../../../contract/money/payments';
import type {
  NewRepaymentCode,
  RefreshRepaymentCode,
  RepaymentCodes,
  RequestedCode,
} from '../../../contract/money/repayment-codes';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';
import { post } from '../../api/endpoints';

export interface CasePage {
  taskId: number;
  page: number;
}

const repaymentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    repaymentCodes: build.query<RepaymentCodes, CasePage>({
      query: ({ taskId, page }) => ({
        path: `repay/repaymentCode/${taskId}`,
        params: { pageNum: page, pageSize: PAGE_SIZE.table },
      }),
      providesTags: ofTask('RepaymentCode', 'Case'),
    }),
    newCode: build.mutation<RequestedCode, NewRepaymentCode>(
      post('repay/repaymentCode/update/new', ofTask('RepaymentCode'), ['22']),
    ),
    refreshCode: build.mutation<RequestedCode, RefreshRepaymentCode>(
      post('repay/repayment/refreshRepayCode', ofTask('RepaymentCode')),
    ),
    deductions: build.query<PayLogRow[], number>({
      query: (taskId) => ({ path: 'repay/payLogs', params: { taskId, page: 1, size: PAGE_SIZE.payLogs } }),
      transformResponse: (page: Page<PayLogRow>) => page.result.filter(({ type }) => type === 4),
      providesTags: ofTask('PayLog'),
    }),
    partDeduce: build.mutation<DeductionAnswer, PartDeduce>(
      post('task/partDeduce', ofTask('PayLog'), ['22']),
    ),
    wholeDeduct: build.mutation<DeductionAnswer, { taskId: number; clientRequestId: string }>({
      query: ({ taskId, clientRequestId }) => ({
        path: `repay/deduct/${taskId}`,
        method: 'POST',
        body: { clientRequestId },
      }),
      invalidatesTags: ofTask('PayLog'),
    }),
    extensionCount: build.query<ExtensionCount, number>({
      query: (taskId) => ({ path: 'loan/count', params: { taskId } }),
      providesTags: ofTask('Extension', 'Case'),
    }),
    delayCode: build.query<DelayCode, number>({
      query: (taskId) => ({ path: 'loan/delayCode', params: { taskId } }),
      providesTags: ofTask('Extension'),
    }),
    manualDelay: build.mutation<RequestedExtension, ManualDelay>(
      post('loan/manualDelay', ofTask('Extension', 'RepaymentCode'), ['22']),
    ),
    newDelayCode: build.mutation<RequestedExtension, NewDelayCode>(
      post('loan/delayCode', ofTask('Extension', 'RepaymentCode')),
    ),
  }),
});

export const {
  useRepaymentCodesQuery,
  useNewCodeMutation,
  useRefreshCodeMutation,
  useDeductionsQuery,
  usePartDeduceMutation,
  useWholeDeductMutation,
  useExtensionCountQuery,
  useDelayCodeQuery,
  useManualDelayMutation,
  useNewDelayCodeMutation,
} = repaymentApi;
