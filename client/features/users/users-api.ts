import type { PendingApproval } from '../../../contract/administration/approvals';
import type { AuthenticatorReset } from '../../../contract/authenticators';
import { MAX_PAGE_SIZE, type Page } from '../../../contract/shared/page';
import type {
  AccountChange,
  ActivationCode,
  CheckCountChange,
  IdCardChange,
  LoginLog,
  UserAccess,
  UserChange,
  UserInfo,
} from '../../../contract/administration/users';
import { baseApi } from '../../api/base-api';
import { entityApi, get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

export const userCalls = entityApi<UserInfo, UserChange>('User', {
  list: 'manage/user/list',
  one: (id) => ({ path: 'manage/user/info', params: { id } }),
  save: 'manage/user/createOrUpdate',
});

const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Options of the filters for a person's cases. */
    workProducts: build.query<Page<{ productCategory: string }>, void>({
      query: () => ({ path: 'product/terms', params: { size: MAX_PAGE_SIZE } }),
      providesTags: ['ProductTerms'],
      extraOptions: { silent: 'all' },
    }),
    workApps: build.query<string[], void>(get('task/appName/list', [], 'all')),
    setUserPicture: build.mutation<null, { id: number; base64Image: string | null }>(
      post('manage/user/picture', ['User', 'Portrait'], ['22']),
    ),
    addChecks: build.mutation<object, CheckCountChange>(post('manage/user/livenessCount', ['User'], ['22'])),
    bindIdCard: build.mutation<null, IdCardChange>(post('manage/user/bindIdCard', ['User'], ['22'])),
    loginLogs: build.query<Page<LoginLog>, ListQuery>(get('manage/user/loginLogs', ['User'], 'all')),
    resetPassword: build.mutation<ActivationCode, number>({
      query: (id) => ({ path: 'manage/user/resetPassword', method: 'POST', body: { id } }),
    }),
    invite: build.mutation<null, number>({
      query: (id) => ({ path: 'manage/user/invite', method: 'POST', body: { id } }),
    }),
    userAccess: build.query<UserAccess, number>({
      query: (id) => ({ path: 'manage/user/access', params: { id } }),
      providesTags: ['User'],
      extraOptions: { silent: 'all' },
    }),
    endSession: build.mutation<null, { id: number }>(post('manage/user/endSession', ['User'])),
    unlock: build.mutation<null, { id: number }>(post('manage/user/unlock', ['User'])),
    resetAuthenticator: build.mutation<AuthenticatorReset, { id: number }>(
      post('manage/user/resetAuthenticator', ['User']),
    ),
    accounts: build.query<Page<UserInfo>, ListQuery>(
      get('institutionalManagement/accounts', ['User'], 'all'),
    ),
    alterAccount: build.mutation<PendingApproval, AccountChange>(
      post('institutionalManagement/accounts', ['User'], ['20', '22', '23']),
    ),
    setUserStatus: build.mutation<PendingApproval, { userId: number; enabled: boolean; release?: boolean }>(
      post('manage/user/setStatus', ['User'], ['23']),
    ),
  }),
});

export const {
  useAccountsQuery,
  useAlterAccountMutation,
  useAddChecksMutation,
  useBindIdCardMutation,
  useEndSessionMutation,
  useInviteMutation,
  useUnlockMutation,
  useUserAccessQuery,
  useLoginLogsQuery,
  useResetAuthenticatorMutation,
  useResetPasswordMutation,
  useSetUserPictureMutation,
  useSetUserStatusMutation,
  useWorkAppsQuery,
  useWorkProductsQuery,
} = usersApi;
