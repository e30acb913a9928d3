import type { BehaviourFold, BehaviourFoldQuery, BehaviourInfo } from '../../../contract/behaviour';
import type { BoardGroup } from '../../../contract/boards';
import type { Page } from '../../../contract/shared/page';
import { baseApi } from '../../api/base-api';
import { get } from '../../api/endpoints';
import { followFrames } from '../../realtime/follow-frames';
import type { BehaviourAsked } from './feed-rows';
import { askingAgain } from './newest';

const monitoringApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    behaviourFold: build.query<Page<BehaviourFold>, BehaviourAsked & Pick<BehaviourFoldQuery, 'by'>>({
      query: (params) => ({ path: 'user/behavior/fold', params }),
      providesTags: ['Behaviour'],
      extraOptions: { silent: 'all' },
      onCacheEntryAdded: (_, entry) => {
        const askAgain = askingAgain(entry);
        return followFrames(entry, { 'monitoring.recorded': askAgain });
      },
    }),
    behaviourInfo: build.query<BehaviourInfo, number>({
      query: (id) => ({ path: `user/behavior/info/${id}` }),
      providesTags: ['Behaviour'],
      extraOptions: { silent: 'all' },
    }),
    monitoredTeams: build.query<BoardGroup[], void>(get('dashboard/groups', ['User'], 'all')),
  }),
});

export const { useBehaviourFoldQuery, useBehaviourInfoQuery, useMonitoredTeamsQuery } = monitoringApi;
