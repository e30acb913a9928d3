import type { LoanRecordRow } from '../../../contract/money/loans';
import type { PaymentVoucher } from '../../../contract/money/payments';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';
import type { CasePage } from './repayment-api';

const recordsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    vouchers: build.query<Page<PaymentVoucher>, CasePage>({
      query: (params) => ({ path: 'payment/details', params: { ...params, size: PAGE_SIZE.table } }),
      providesTags: ofTask('PayLog'),
    }),
    loanRecords: build.query<Page<LoanRecordRow>, CasePage>({
      query: (params) => ({ path: 'loan/loan-record', params: { ...params, size: PAGE_SIZE.table } }),
      providesTags: ofTask('Plan'),
    }),
  }),
});

export const { useVouchersQuery, useLoanRecordsQuery } = recordsApi;
