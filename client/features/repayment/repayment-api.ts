import type { DeductionAnswer, PartDeduce } from '../../../contract/deductions';
import type {
  DelayCode,
  ExtensionCount,
  ManualDelay,
  NewDelayCode,
  RequestedExtension,
} from '../../../contract/extensions';
import type { PayLogRow } from '../../../contract/payments';
import type {
  NewRepaymentCode,
  RefreshRepaymentCode,
  RepaymentCodes,
  RequestedCode,
} from '../../../contract/repayment-codes';
import type { Tag } from '../../../contract/realtime';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';

export interface CasePage {
  taskId: number;
  page: number;
}

export const of = (id: number, ...types: Tag['type'][]) => types.map((type) => ({ type, id }));
/** A field that is wrong is said at the field. */
const atFields = { quiet: ['22'] };

const repaymentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    repaymentCodes: build.query<RepaymentCodes, CasePage>({
      query: ({ taskId, page }) => ({
        path: `repay/repaymentCode/${taskId}`,
        params: { pageNum: page, pageSize: PAGE_SIZE.table },
      }),
      providesTags: (_answer, _error, { taskId }) => of(taskId, 'RepaymentCode', 'Case'),
    }),
    newCode: build.mutation<RequestedCode, NewRepaymentCode>({
      query: (body) => ({ path: 'repay/repaymentCode/update/new', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => of(taskId, 'RepaymentCode'),
      extraOptions: atFields,
    }),
    refreshCode: build.mutation<RequestedCode, RefreshRepaymentCode>({
      query: (body) => ({ path: 'repay/repayment/refreshRepayCode', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => of(taskId, 'RepaymentCode'),
    }),
    deductions: build.query<PayLogRow[], number>({
      query: (taskId) => ({ path: 'repay/payLogs', params: { taskId, page: 1, size: PAGE_SIZE.payLogs } }),
      transformResponse: (page: Page<PayLogRow>) => page.result.filter(({ type }) => type === 4),
      providesTags: (_answer, _error, taskId) => of(taskId, 'PayLog'),
    }),
    partDeduce: build.mutation<DeductionAnswer, PartDeduce>({
      query: (body) => ({ path: 'task/partDeduce', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => of(taskId, 'PayLog'),
      extraOptions: atFields,
    }),
    wholeDeduct: build.mutation<DeductionAnswer, { taskId: number; clientRequestId: string }>({
      query: ({ taskId, clientRequestId }) => ({
        path: `repay/deduct/${taskId}`,
        method: 'POST',
        body: { clientRequestId },
      }),
      invalidatesTags: (_answer, _error, { taskId }) => of(taskId, 'PayLog'),
    }),
    extensionCount: build.query<ExtensionCount, number>({
      query: (taskId) => ({ path: 'loan/count', params: { taskId } }),
      providesTags: (_answer, _error, taskId) => of(taskId, 'Extension', 'Case'),
    }),
    delayCode: build.query<DelayCode, number>({
      query: (taskId) => ({ path: 'loan/delayCode', params: { taskId } }),
      providesTags: (_answer, _error, taskId) => of(taskId, 'Extension'),
    }),
    manualDelay: build.mutation<RequestedExtension, ManualDelay>({
      query: (body) => ({ path: 'loan/manualDelay', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => of(taskId, 'Extension', 'RepaymentCode'),
      extraOptions: atFields,
    }),
    newDelayCode: build.mutation<RequestedExtension, NewDelayCode>({
      query: (body) => ({ path: 'loan/delayCode', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => of(taskId, 'Extension', 'RepaymentCode'),
    }),
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
