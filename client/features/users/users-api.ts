import type { Page } from '../../../contract/shared/page';
import type { ActivationCode, UserChange, UserInfo } from '../../../contract/users';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { Question } from '../../ui/list-page/question';

const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<Page<UserInfo>, Question>(get('manage/user/list', ['User'], 'all')),
    user: build.query<UserInfo, number>({
      query: (id) => ({ path: 'manage/user/info', params: { id } }),
      providesTags: ['User'],
      extraOptions: { quiet: 'all' },
    }),
    changeUser: build.mutation<{ id: number }, UserChange>(
      post('manage/user/createOrUpdate', ['User'], ['22', '23']),
    ),
    setUserPicture: build.mutation<null, { id: number; base64Image: string | null }>(
      post('manage/user/picture', ['User', 'Portrait'], ['22']),
    ),
    resetPassword: build.mutation<ActivationCode, number>({
      query: (id) => ({ path: 'manage/user/resetPassword', method: 'POST', body: { id } }),
    }),
    setUserStatus: build.mutation<null, { userId: number; enabled: boolean }>(
      post('manage/user/setStatus', ['User']),
    ),
  }),
});

export const {
  useUsersQuery,
  useUserQuery,
  useChangeUserMutation,
  useResetPasswordMutation,
  useSetUserPictureMutation,
  useSetUserStatusMutation,
} = usersApi;
