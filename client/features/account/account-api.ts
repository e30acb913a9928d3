import type { AuthenticatorState } from '../../../contract/authenticators';
import type { ChangePassword, RsaPublicKey } from '../../../contract/session';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';

const accountApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    passwordKey: build.mutation<RsaPublicKey, void>({ query: () => ({ path: 'login/rsaPublicKey' }) }),
    changePassword: build.mutation<unknown, ChangePassword>(post('manage/user/changePassword', [], ['22'])),
    authenticator: build.query<AuthenticatorState, void>(get('login/authenticator', [], 'all')),
    setOwnPicture: build.mutation<null, string | null>({
      query: (base64Image) => ({ path: 'login/userPicture', method: 'POST', body: { base64Image } }),
      invalidatesTags: ['Portrait'],
      extraOptions: { silent: ['22'] },
    }),
  }),
});

export const {
  useAuthenticatorQuery,
  usePasswordKeyMutation,
  useChangePasswordMutation,
  useSetOwnPictureMutation,
} = accountApi;
