import type {
  ConfirmGuarantor,
  ContactPreview,
  LiftHold,
  MarkGuarantor,
  OptOut,
  OverrideRules,
  PlaceHold,
  ReceiptRow,
} from '../../../contract/contact/contact-compliance';
import type { Pressure } from '../../../contract/supervision/pressure';
import { PAGE_SIZE, type Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { ofTask } from '../../domain/cases/of-task';
import { post } from '../../api/endpoints';

/** Tags that a rule changes: possible contacts, and the case that shows it. */
const CONTACTS = ofTask('Contact', 'Case');

const contactComplianceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Every contact of the case by every channel: all rows and tools of the page share the one answer.
    contactPreview: build.query<ContactPreview, number>({
      query: (taskId) => ({ path: 'contact/preview', params: { taskId } }),
      providesTags: CONTACTS,
      extraOptions: { silent: ['21'] },
    }),
    receipts: build.query<Page<ReceiptRow>, { taskId: number; page: number }>({
      query: ({ taskId, page }) => ({
        path: `guard/receipts/${taskId}`,
        params: { page, size: PAGE_SIZE.table },
      }),
      providesTags: ofTask('Contact'),
    }),
    pressure: build.query<Pressure, number>({
      query: (taskId) => ({ path: `guard/pressure/${taskId}` }),
      providesTags: ofTask('Contact'),
    }),
    optOut: build.mutation<null, OptOut>(post('contact/optOut', CONTACTS)),
    override: build.mutation<{ until: string }, OverrideRules>(post('contact/override', CONTACTS)),
    placeHold: build.mutation<null, PlaceHold>(post('contact/hold', CONTACTS)),
    liftHold: build.mutation<null, LiftHold>(post('contact/hold/lift', CONTACTS)),
    markGuarantor: build.mutation<null, MarkGuarantor>(post('contact/guarantor', CONTACTS)),
    confirmGuarantor: build.mutation<null, ConfirmGuarantor>(post('contact/guarantor/confirm', CONTACTS)),
  }),
});

export const {
  useContactPreviewQuery,
  useReceiptsQuery,
  usePressureQuery,
  useOptOutMutation,
  useOverrideMutation,
  usePlaceHoldMutation,
  useLiftHoldMutation,
  useMarkGuarantorMutation,
  useConfirmGuarantorMutation,
} = contactComplianceApi;
