import type {
  GrantsChange,
  GrantsInfo,
  GrantsPreview,
  GrantsQuery,
  GrantsWish,
  SeenAs,
} from '../../../contract/administration/grants';
import type { PendingApproval } from '../../../contract/administration/approvals';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const grantsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    grants: build.query<GrantsInfo, GrantsQuery>(
      get('institutionalManagement/permissions', ['Grants', 'Institution'], 'all'),
    ),
    seenAs: build.query<SeenAs, GrantsQuery>(
      get('institutionalManagement/permissions/seeAs', ['Grants', 'Institution'], 'all'),
    ),
    previewGrants: build.mutation<GrantsPreview, GrantsWish>(
      post('institutionalManagement/permissions/preview', []),
    ),
    changeGrants: build.mutation<{ version: number } & PendingApproval, GrantsChange>(
      post('institutionalManagement/permissions', ['Grants'], ['22', '23']),
    ),
  }),
});

export const { useGrantsQuery, useSeenAsQuery, usePreviewGrantsMutation, useChangeGrantsMutation } =
  grantsApi;
