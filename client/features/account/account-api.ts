import type { ChangePassword, RsaPublicKey } from '../../../contract/session';
import { baseApi } from '../../api/base-api';

const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    passwordKey: build.mutation<RsaPublicKey, void>({ query: () => ({ path: 'login/rsaPublicKey' }) }),
    changePassword: build.mutation<unknown, ChangePassword>({
      query: (body) => ({ path: 'manage/user/changePassword', method: 'POST', body }),
      extraOptions: { quiet: ['22'] },
    }),
    setOwnPicture: build.mutation<null, string | null>({
      query: (base64Image) => ({ path: 'login/userPicture', method: 'POST', body: { base64Image } }),
      invalidatesTags: ['Portrait'],
      extraOptions: { quiet: ['22'] },
    }),
  }),
});

export const { usePasswordKeyMutation, useChangePasswordMutation, useSetOwnPictureMutation } = accountApi;
