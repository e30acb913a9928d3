import type { Softphone } from '../../../contract/contact/softphones';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';

const softphoneApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null when none is assigned, which the header says in words. */
    mySoftphone: build.query<Softphone | null, void>(get('softPhone/getMySoftPhone', ['OwnSoftphone'])),
  }),
});

export const { useMySoftphoneQuery } = softphoneApi;
