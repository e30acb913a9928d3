import type { WriteOffDecision, WriteOffRequest } from '../../../contract/money/receivables';
import type { RefundCompletion, RefundRejection, RefundRow } from '../../../contract/money/refunds';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const refundsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    refunds: build.query<Page<RefundRow>, ListQuery>(get('refund/list', ['Refund'], 'all')),
    decideRefund: build.mutation<{ version: number }, RefundCompletion | RefundRejection>({
      query: (body) => ({
        path: 'reason' in body ? 'refund/reject' : 'refund/complete',
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Refund'],
      extraOptions: { silent: ['22'] },
    }),
    writeOff: build.mutation<{ version: number }, WriteOffRequest | WriteOffDecision>({
      query: (body) => ({
        path: 'approve' in body ? 'receivable/decideWriteOff' : 'receivable/askWriteOff',
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Refund'],
      extraOptions: { silent: ['22'] },
    }),
  }),
});

export const { useRefundsQuery, useDecideRefundMutation, useWriteOffMutation } = refundsApi;
