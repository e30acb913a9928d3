import type { SystemHealth } from '../../../contract/administration/health';
import { baseApi } from '../../api/base-api';

const healthApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    systemHealth: build.query<SystemHealth, void>({
      query: () => ({ path: 'system/health' }),
      extraOptions: { silent: 'all' },
    }),
  }),
});

export const { useSystemHealthQuery } = healthApi;
