import type {
  ComplaintCounts,
  ComplaintDetail,
  ComplaintHandler,
  ComplaintMonth,
  ComplaintReportQuery,
  ComplaintRow,
  NewComplaint,
} from '../../../contract/supervision/complaints';
import type { CaseInfo } from '../../../contract/cases/cases';
import type { Page } from '../../../contract/shared/page';
import type { UserInfo } from '../../../contract/administration/users';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

type Move = { name: string; body: object };

const complaintsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    complaints: build.query<Page<ComplaintRow>, ListQuery>(
      get('customer/service/list', ['Complaint'], 'all'),
    ),
    complaintCounts: build.query<ComplaintCounts, void>(get('customer/service/counts', ['Complaint'], 'all')),
    complaint: build.query<ComplaintDetail, number>({
      query: (id) => ({ path: `customer/service/detail/${id}` }),
      providesTags: ['Complaint'],
      extraOptions: { silent: 'all' },
    }),
    complaintReport: build.query<ComplaintMonth[], ComplaintReportQuery>(
      get('customer/service/report', ['Complaint'], 'all'),
    ),
    newComplaint: build.mutation<{ id: number }, NewComplaint>(
      post('customer/service/create', ['Complaint'], ['22', '21']),
    ),
    attachToComplaint: build.mutation<unknown, { id: number; form: FormData }>({
      query: ({ id, form }) => ({ path: `customer/service/attachments/${id}`, method: 'POST', body: form }),
      invalidatesTags: ['Complaint'],
    }),
    moveComplaint: build.mutation<unknown, Move>({
      query: ({ name, body }) => ({ path: `customer/service/${name}`, method: 'POST', body }),
      invalidatesTags: ['Complaint'],
      extraOptions: { silent: ['22'] },
    }),
    complaintHandlers: build.query<ComplaintHandler[], void>(
      get('customer/service/handlers', ['Complaint', 'User'], 'all'),
    ),
    /** Borrower and loan of the case that a complaint is taken about. */
    complainedCase: build.query<Pick<CaseInfo, 'loanId' | 'borrowerName'>, number>({
      query: (taskId) => ({ path: `task/info/${taskId}` }),
      extraOptions: { silent: 'all' },
    }),
    /** People who may be fined instead of the case's collector. */
    finable: build.query<UserInfo[], void>({
      query: () => ({ path: 'manage/user/list', params: { status: 'enabled', size: 200, page: 1 } }),
      transformResponse: ({ result }: Page<UserInfo>) => result,
      providesTags: ['User'],
      extraOptions: { silent: 'all' },
    }),
  }),
});

export const {
  useComplaintsQuery,
  useComplaintCountsQuery,
  useComplaintQuery,
  useComplaintReportQuery,
  useNewComplaintMutation,
  useMoveComplaintMutation,
  useAttachToComplaintMutation,
  useComplaintHandlersQuery,
  useComplainedCaseQuery,
  useFinableQuery,
} = complaintsApi;
