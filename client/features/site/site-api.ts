import type { SiteStatus } from '../../../contract/administration/site';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';

const siteApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Templates and telephones, made on other screens, decide what is in use.
    siteStatus: build.query<SiteStatus, void>(get('site/status', ['Approval', 'Template', 'Softphone'])),
  }),
});

export const { useSiteStatusQuery } = siteApi;
