import type { Page } from '../../../contract/shared/page';
import type { ActivationCode, UserChange, UserInfo } from '../../../contract/users';
import { baseApi } from '../../api/base-api';
import type { Question } from '../../ui/list-page/question';

const usersApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<Page<UserInfo>, Question>({
      query: (params) => ({ path: 'manage/user/list', params }),
      providesTags: ['User'],
      extraOptions: { quiet: 'all' },
    }),
    user: build.query<UserInfo, number>({
      query: (id) => ({ path: 'manage/user/info', params: { id } }),
      providesTags: ['User'],
      extraOptions: { quiet: 'all' },
    }),
    changeUser: build.mutation<{ id: number }, UserChange>({
      query: (body) => ({ path: 'manage/user/createOrUpdate', method: 'POST', body }),
      invalidatesTags: ['User'],
      extraOptions: { quiet: ['22', '23'] },
    }),
    setUserPicture: build.mutation<null, { id: number; base64Image: string | null }>({
      query: (body) => ({ path: 'manage/user/picture', method: 'POST', body }),
      invalidatesTags: ['User', 'Portrait'],
      extraOptions: { quiet: ['22'] },
    }),
    resetPassword: build.mutation<ActivationCode, number>({
      query: (id) => ({ path: 'manage/user/resetPassword', method: 'POST', body: { id } }),
      invalidatesTags: ['User'],
    }),
    setUserStatus: build.mutation<null, { userId: number; enabled: boolean }>({
      query: (body) => ({ path: 'manage/user/setStatus', method: 'POST', body }),
      invalidatesTags: ['User'],
    }),
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
