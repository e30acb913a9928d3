import { baseApi } from '../../api/base-api';

export interface Softphone {
  supplier: string;
  extensionNumber: string;
  password: string;
}

const softphoneApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    mySoftphone: build.query<Softphone | null, void>({
      query: () => ({ path: 'softPhone/getMySoftPhone' }),
      providesTags: ['Softphone'],
      // Refused or absent both mean "none assigned", which the header says in words.
      extraOptions: { quiet: 'all' },
    }),
  }),
});

export const { useMySoftphoneQuery } = softphoneApi;
