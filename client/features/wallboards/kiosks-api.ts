import type { KioskForm, KioskRevoke, KioskToken, KioskTokenRow } from '../../../contract/session';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const kiosksApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    kiosks: build.query<Page<KioskTokenRow>, ListQuery>(get('dashboard/kioskTokens', ['Kiosk'], 'all')),
    enterWall: build.mutation<KioskToken, KioskForm>(post('dashboard/kioskToken', ['Kiosk'], ['22'])),
    revokeKiosk: build.mutation<unknown, KioskRevoke>(post('dashboard/kioskToken/revoke', ['Kiosk'])),
  }),
});

export const { useKiosksQuery, useEnterWallMutation, useRevokeKioskMutation } = kiosksApi;
