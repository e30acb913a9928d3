import type {
  ConfirmGuarantor,
  LiftHold,
  MarkGuarantor,
  OptOut,
  OverrideRules,
  PlaceHold,
  ReceiptRow,
} from '../../../contract/guard';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';

const ofCase = (taskId: number) => [
  { type: 'Contact' as const, id: taskId },
  { type: 'Case' as const, id: taskId },
];

const guardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    receipts: build.query<Page<ReceiptRow>, { taskId: number; page: number }>({
      query: ({ taskId, page }) => ({
        path: `guard/receipts/${taskId}`,
        params: { page, size: PAGE_SIZE.table },
      }),
      providesTags: (_answer, _error, { taskId }) => [{ type: 'Contact', id: taskId }],
    }),
    optOut: build.mutation<null, OptOut>({
      query: (body) => ({ path: 'contact/optOut', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => ofCase(taskId),
    }),
    override: build.mutation<{ until: string }, OverrideRules>({
      query: (body) => ({ path: 'contact/override', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => ofCase(taskId),
    }),
    placeHold: build.mutation<null, PlaceHold>({
      query: (body) => ({ path: 'contact/hold', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => ofCase(taskId),
    }),
    liftHold: build.mutation<null, LiftHold>({
      query: (body) => ({ path: 'contact/hold/lift', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => ofCase(taskId),
    }),
    markGuarantor: build.mutation<null, MarkGuarantor>({
      query: (body) => ({ path: 'contact/guarantor', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => ofCase(taskId),
    }),
    confirmGuarantor: build.mutation<null, ConfirmGuarantor>({
      query: (body) => ({ path: 'contact/guarantor/confirm', method: 'POST', body }),
      invalidatesTags: (_answer, _error, { taskId }) => ofCase(taskId),
    }),
  }),
});

export const {
  useReceiptsQuery,
  useOptOutMutation,
  useOverrideMutation,
  usePlaceHoldMutation,
  useLiftHoldMutation,
  useMarkGuarantorMutation,
  useConfirmGuarantorMutation,
} = guardApi;
