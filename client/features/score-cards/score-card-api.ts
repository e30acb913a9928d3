import type { ScoreCard } from '../../../contract/team/boards';
import { baseApi } from '../../api/base-api';
import { followPushes } from '../../realtime/follow-pushes';
import { patched } from '../../lib/newer';

const scoreCardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    scoreCard: build.query<ScoreCard, number>({
      query: (agentId) => ({
        path: 'achievementBoard/queryAgentAchievement',
        params: { agentId },
        raw: true,
      }),
      providesTags: ['ScoreCard'],
      // -2 hides the card; any other trouble is said on the card, not over the page every five minutes.
      extraOptions: { silent: 'all' },
      onCacheEntryAdded: (agentId, entry) =>
        followPushes(entry, {
          'scoreCard.changed': ({ data: pushed }) => {
            if (pushed.collectorId === agentId) entry.updateCachedData((card) => patched(card, pushed));
          },
        }),
    }),
  }),
});

export const { useScoreCardQuery } = scoreCardApi;
