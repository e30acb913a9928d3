import type { Page } from '../../../contract/shared/page';
import type {
  BindRecord,
  SoftphoneAct,
  SoftphoneChange,
  SoftphoneInfo,
} from '../../../contract/contact/softphones';
import { baseApi } from '../../api/base-api';
import { entityApi, get, post } from '../../api/endpoints';

export const softphoneCalls = entityApi<SoftphoneInfo, SoftphoneChange>('Softphone', {
  list: 'softPhone/list',
  one: (id) => ({ path: `softPhone/info/${id}` }),
  save: 'softPhone/createOrUpdate',
});

const softphonesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null when the person has none. */
    softphoneOf: build.query<SoftphoneInfo | null, { agentId: number }>(
      get('softPhone/getByBindAgentId', ['Softphone']),
    ),
    bindRecord: build.query<Page<BindRecord>, { softPhoneId: number; page: number }>(
      get('softPhone/bindRecord', ['Softphone']),
    ),
    operateSoftphone: build.mutation<{ id: number }, SoftphoneAct>(
      post('softPhone/operator', ['Softphone', 'User', 'OwnSoftphone']),
    ),
  }),
});

export const { useSoftphoneOfQuery, useBindRecordQuery, useOperateSoftphoneMutation } = softphonesApi;
