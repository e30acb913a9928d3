import type {
  BehaviourGroup,
  BehaviourGroupQuery,
  BehaviourInfo,
} from '../../../contract/supervision/behaviour';
import type { CallGroup, CallGroupQuery } from '../../../contract/contact/calls';
import type { WrongParties, WrongPartiesQuery } from '../../../contract/contact/wrong-parties';
import type { BoardGroup } from '../../../contract/team/boards';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import type { Call } from '../../api/http';
import { followPushes } from '../../realtime/follow-pushes';
import type { ListQuery } from '../../ui/list-page/list-query';
import type { BehaviourArgs, CallArgs } from './feed-rows';
import { askingAgain } from './newest';

/** Page views are most of what is recorded and the least of what is looked for: they are left out unless they are asked for. */
export const withoutPages = ({ pages, type }: ListQuery | Record<string, unknown>): 'PAGE' | undefined =>
  pages === 'shown' || type === 'PAGE' ? undefined : 'PAGE';

/** The export of the lists, however they are grouped. */
export function exportCall(
  view: 'behaviour' | 'calls',
  { page: _page, size: _size, view: _view, by: _by, pages, ...params }: ListQuery,
): Call {
  if (view === 'behaviour') params['without'] = withoutPages({ ...params, pages });
  return { path: view === 'calls' ? 'softPhone/callRecordExport' : 'user/behavior/export', params };
}

const monitoringApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    behaviourGroups: build.query<
      Page<BehaviourGroup>,
      BehaviourArgs & Pick<BehaviourGroupQuery, 'by' | 'page' | 'size'>
    >({
      query: (params) => ({ path: 'user/behavior/fold', params }),
      providesTags: ['Behaviour'],
      extraOptions: { silent: 'all' },
      onCacheEntryAdded: (_, entry) => {
        const askAgain = askingAgain(entry);
        return followPushes(entry, { 'monitoring.recorded': askAgain });
      },
    }),
    callGroups: build.query<Page<CallGroup>, CallArgs & Pick<CallGroupQuery, 'by' | 'page' | 'size'>>({
      query: (params) => ({ path: 'softPhone/callRecordFold', params }),
      providesTags: ['Behaviour'],
      extraOptions: { silent: 'all' },
      onCacheEntryAdded: (_, entry) => {
        const askAgain = askingAgain(entry);
        return followPushes(entry, { 'monitoring.recorded': askAgain });
      },
    }),
    behaviourInfo: build.query<BehaviourInfo, number>({
      query: (id) => ({ path: `user/behavior/info/${id}` }),
      providesTags: ['Behaviour'],
      extraOptions: { silent: 'all' },
    }),
    wrongParties: build.query<WrongParties, WrongPartiesQuery>(
      get('softPhone/wrongParties', ['Call'], 'all'),
    ),
    monitoredTeams: build.query<BoardGroup[], void>(get('dashboard/groups', ['User'], 'all')),
  }),
});

export const {
  useBehaviourGroupsQuery,
  useCallGroupsQuery,
  useBehaviourInfoQuery,
  useMonitoredTeamsQuery,
  useWrongPartiesQuery,
} = monitoringApi;
