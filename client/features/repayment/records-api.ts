import type { LoanRecordRow } from '../../../contract/loans';
import type { PaymentVoucher } from '../../../contract/payments';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { type CasePage, of } from './repayment-api';

const recordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    vouchers: build.query<Page<PaymentVoucher>, CasePage>({
      query: (params) => ({ path: 'payment/details', params: { ...params, size: PAGE_SIZE.table } }),
      providesTags: (_answer, _error, { taskId }) => of(taskId, 'PayLog'),
    }),
    loanRecords: build.query<Page<LoanRecordRow>, CasePage>({
      query: (params) => ({ path: 'loan/loan-record', params: { ...params, size: PAGE_SIZE.table } }),
      providesTags: (_answer, _error, { taskId }) => of(taskId, 'Plan'),
    }),
  }),
});

export const { useVouchersQuery, useLoanRecordsQuery } = recordsApi;
