import type {
  ErasureDecision,
  ErasureWish,
  PrivacyLift,
  PrivacyRow,
  PrivacyWish,
} from '../../../contract/contact/privacy';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get, post } from '../../api/endpoints';
import type { ListQuery } from '../../ui/list-page/list-query';

const STALE = ['Privacy', 'Case', 'Contact'] as const;

const privacyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    privacyBlocks: build.query<Page<PrivacyRow>, ListQuery>(get('privacy/list', ['Privacy'], 'all')),
    blockBorrower: build.mutation<{ id: number }, PrivacyWish>(post('privacy/block', STALE, ['22', '23'])),
    liftBlock: build.mutation<unknown, PrivacyLift>(post('privacy/lift', STALE)),
    askErasure: build.mutation<unknown, ErasureWish>(post('privacy/ask', ['Privacy'])),
    decideErasure: build.mutation<unknown, ErasureDecision>(post('privacy/decide', STALE)),
  }),
});

export const {
  usePrivacyBlocksQuery,
  useBlockBorrowerMutation,
  useLiftBlockMutation,
  useAskErasureMutation,
  useDecideErasureMutation,
} = privacyApi;
