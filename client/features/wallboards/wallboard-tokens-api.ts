import type {
  WallboardTokenForm,
  WallboardTokenRevoke,
  WallboardToken,
  WallboardTokenRow,
} from '../../../contract/session';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const wallboardTokensApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    wallboardTokens: build.query<Page<WallboardTokenRow>, ListQuery>(
      get('dashboard/kioskTokens', ['Kiosk'], 'all'),
    ),
    enterWall: build.mutation<WallboardToken, WallboardTokenForm>(
      post('dashboard/kioskToken', ['Kiosk'], ['22']),
    ),
    revokeWallboardToken: build.mutation<unknown, WallboardTokenRevoke>(
      post('dashboard/kioskToken/revoke', ['Kiosk']),
    ),
  }),
});

export const { useWallboardTokensQuery, useEnterWallMutation, useRevokeWallboardTokenMutation } =
  wallboardTokensApi;
