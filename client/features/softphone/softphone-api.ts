import type { Softphone } from '../../../contract/softphones';
import { baseApi } from '../../api/base-api';

const softphoneApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Null when none is assigned, which the header says in words. */
    mySoftphone: build.query<Softphone | null, void>({
      query: () => ({ path: 'softPhone/getMySoftPhone' }),
      providesTags: ['Softphone'],
    }),
  }),
});

export const { useMySoftphoneQuery } = softphoneApi;
