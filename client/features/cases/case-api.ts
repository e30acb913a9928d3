import type { CaseInfo, ContactList, LoanItemInfo, PlanRow } from '../../../contract/cases/cases';
import type {
  CollectionLogRow,
  RecordAnswer,
  RecordCall,
  UndoneRecord,
  UndoRecord,
} from '../../../contract/cases/records';
import type { PayLogRow } from '../../../contract/money/payments';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import type { FirstContactScript } from '../../../contract/contact/first-contact';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';

export interface CasePage {
  taskId: number;
  page: number;
}

/** Everything of a case that a change of it may change, by the contract's tags. */
export const caseTags = (id: number) =>
  (['Case', 'CollectionLog', 'Plan', 'PayLog'] as const).map((type) => ({ type, id }));

export const caseApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    caseInfo: build.query<CaseInfo, number>({
      query: (id) => ({ path: `task/info/${id}` }),
      providesTags: (_result, _error, id) => [
        { type: 'Case', id },
        { type: 'CaseInfo', id },
      ],
      // The page says it in place of the case: it is absent, its call waits for who answers, or its borrower is left alone.
      extraOptions: { silent: ['21', '23', '30'] },
    }),
    firstContact: build.query<FirstContactScript | null, number>({
      query: (taskId) => ({ path: 'task/firstContact', params: { taskId } }),
      providesTags: (_answer, _error, id) => [{ type: 'CaseInfo', id }],
    }),
    caseContacts: build.query<ContactList, number>({
      query: (id) => ({ path: `task/contacts/${id}` }),
      providesTags: ofTask('Case'),
    }),
    caseLog: build.query<Page<CollectionLogRow>, CasePage>({
      query: ({ taskId, page }) => ({
        path: `task/collectionLogs/${taskId}`,
        params: { page, size: PAGE_SIZE.table },
      }),
      providesTags: ofTask('CollectionLog'),
    }),
    casePlan: build.query<Page<PlanRow>, CasePage>({
      query: (params) => ({ path: 'repay/details', params: { ...params, size: PAGE_SIZE.plan } }),
      providesTags: ofTask('Plan'),
    }),
    casePayments: build.query<Page<PayLogRow>, CasePage>({
      query: (params) => ({ path: 'repay/payLogs', params: { ...params, size: PAGE_SIZE.payLogs } }),
      providesTags: ofTask('PayLog'),
    }),
    caseLoan: build.query<LoanItemInfo, { taskId: number; loanItemId: number }>({
      query: ({ taskId, loanItemId }) => ({ path: `task/loanItemInfo/${loanItemId}`, params: { taskId } }),
      providesTags: ofTask('Plan'),
    }),
    recordCall: build.mutation<RecordAnswer, RecordCall>({
      query: (body) => ({ path: 'task/record', method: 'POST', body }),
      // 23: the case is not what the screen shows, so it is asked for again.
      invalidatesTags: (answer, error, { taskId }) => {
        if (answer)
          return [{ type: 'CaseInfo', id: taskId }, { type: 'CollectionLog', id: taskId }, 'CaseList'];
        return error?.code === '23' ? [...caseTags(taskId), 'CaseList', 'CaseCounts'] : [];
      },
      onQueryStarted: async ({ taskId }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => null);
        if (saved) for (const patch of patchesOf(taskId, saved.data)) dispatch(patch);
      },
      extraOptions: { silent: ['22', '23'] },
    }),
    undoRecord: build.mutation<UndoneRecord, UndoRecord>({
      query: (body) => ({ path: 'task/undoRecord', method: 'POST', body }),
      invalidatesTags: (_result, _error, { taskId }) => [...caseTags(taskId), 'CaseList', 'CaseCounts'],
    }),
  }),
});

export const {
  useCaseInfoQuery,
  useFirstContactQuery,
  useCaseContactsQuery,
  useCaseLogQuery,
  useCasePlanQuery,
  useCasePaymentsQuery,
  useCaseLoanQuery,
  useRecordCallMutation,
  useUndoRecordMutation,
} = caseApi;

/** The contact comes with the answer; the push of this very change finds its version here, and asks for nothing. */
function patchesOf(taskId: number, { version, contact }: RecordAnswer) {
  const { updateQueryData } = caseApi.util;
  return [
    updateQueryData('caseInfo', taskId, (info) => {
      info.version = Math.max(info.version, version);
    }),
    updateQueryData('caseContacts', taskId, ({ contacts }) => {
      const known = contacts.find(({ id }) => id === contact?.id);
      if (known) Object.assign(known, contact);
    }),
  ];
}
