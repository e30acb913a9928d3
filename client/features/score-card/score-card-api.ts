import type { ScoreCard } from '../../../contract/boards';
import { baseApi } from '../../api/base-api';

export const scoreCardApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    scoreCard: build.query<ScoreCard, number>({
      query: (agentId) => ({
        path: 'achievementBoard/queryAgentAchievement',
        params: { agentId },
        raw: true,
      }),
      providesTags: ['ScoreCard'],
      // -2 hides the card; any other trouble is said on the card, not over the page every five minutes.
      extraOptions: { quiet: 'all' },
    }),
  }),
});

export const { useScoreCardQuery } = scoreCardApi;
