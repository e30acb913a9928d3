import type { Page } from '../../contract/shared/page';
import type {
  BindRecord,
  SoftphoneAct,
  SoftphoneChange,
  SoftphoneInfo,
} from '../../contract/contact/softphones';
import type { Question } from '../ui/list-page/question';
import { baseApi } from './base-api';
import { get, post } from './endpoints';

const softphonesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    softphones: build.query<Page<SoftphoneInfo>, Partial<Question>>(
      get('softPhone/list', ['Softphone'], 'all'),
    ),
    softphone: build.query<SoftphoneInfo, number>({
      query: (id) => ({ path: `softPhone/info/${id}` }),
      providesTags: ['Softphone'],
      extraOptions: { silent: 'all' },
    }),
    /** Null when the person has none. */
    softphoneOf: build.query<SoftphoneInfo | null, { agentId: number }>(
      get('softPhone/getByBindAgentId', ['Softphone']),
    ),
    bindRecord: build.query<Page<BindRecord>, { softPhoneId: number; page: number }>(
      get('softPhone/bindRecord', ['Softphone']),
    ),
    changeSoftphone: build.mutation<{ id: number }, SoftphoneChange>(
      post('softPhone/createOrUpdate', ['Softphone'], ['22', '23']),
    ),
    operateSoftphone: build.mutation<{ id: number }, SoftphoneAct>(
      post('softPhone/operator', ['Softphone', 'User', 'OwnSoftphone']),
    ),
  }),
});

export const {
  useSoftphonesQuery,
  useSoftphoneQuery,
  useSoftphoneOfQuery,
  useBindRecordQuery,
  useChangeSoftphoneMutation,
  useOperateSoftphoneMutation,
} = softphonesApi;
