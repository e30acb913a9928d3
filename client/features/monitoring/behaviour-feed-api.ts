import type { BehaviourRow } from '../../../contract/supervision/behaviour';
import { baseApi } from '../../api/base-api';
import { followPushes } from '../../realtime/follow-pushes';
import { type BehaviourArgs, BEHAVIOURS, fitsBehaviour, missedSince, newAmong, withMore } from './feed-rows';
import { askingAgain, type Feed, known, newest, type Newest } from './newest';

const ofBehaviour = (row: BehaviourRow) => ({ at: BEHAVIOURS.at(row), id: BEHAVIOURS.id(row) });

const behaviourFeedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    behaviourFeed: build.query<Feed<BehaviourRow>, BehaviourArgs>({
      queryFn: (args, { getState }, _, call): Promise<Newest<BehaviourRow>> => {
        const shown: Feed<BehaviourRow> | undefined = behaviourFeedApi.endpoints.behaviourFeed.select(args)(
          getState() as never,
        ).data;
        const missed = missedSince(BEHAVIOURS, shown?.rows ?? [], () => false);
        return newest(call, { path: 'user/behavior/list', params: args }, ofBehaviour, missed);
      },
      merge: (shown, answer) => ({ ...answer, rows: withMore(BEHAVIOURS, answer.rows, known(shown).rows) }),
      providesTags: ['Behaviour'],
      onCacheEntryAdded: (args, entry) => {
        const askAgain = askingAgain(entry);
        return followPushes(entry, {
          'monitoring.recorded': ({ data }) => {
            if (data.cut) askAgain();
            if (args.dateTo !== undefined) return;
            const fitting = data.behaviours.filter((row) => fitsBehaviour(row, args));
            if (fitting.length > 0)
              entry.updateCachedData((shown) => {
                const feed = known(shown);
                const rows = withMore(BEHAVIOURS, feed.rows, fitting);
                return { rows, total: feed.total + newAmong(BEHAVIOURS, feed.rows, fitting) };
              });
          },
        });
      },
    }),
  }),
});

export const { useBehaviourFeedQuery } = behaviourFeedApi;
