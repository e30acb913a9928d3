import type {
  ComplaintMonthDetail,
  ComplaintMonthRow,
  ConfirmMonth,
} from '../../../contract/supervision/complaint-months';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

/** Without an institution the viewer's own. */
interface OfPlace {
  institutionId?: number | undefined;
}

const TAGS = ['Complaint'] as const;

const monthsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    complaintMonths: build.query<ComplaintMonthRow[], OfPlace & { year: number }>(
      get('complaint-month/list', TAGS, 'all'),
    ),
    complaintMonth: build.query<ComplaintMonthDetail, OfPlace & { month: string }>(
      get('complaint-month/detail', TAGS, 'all'),
    ),
    confirmMonth: build.mutation<unknown, ConfirmMonth>(post('complaint-month/confirm', ['Complaint'])),
  }),
});

export const { useComplaintMonthsQuery, useComplaintMonthQuery, useConfirmMonthMutation } = monthsApi;
