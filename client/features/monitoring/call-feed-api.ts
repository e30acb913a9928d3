import type { MonitoredCall } from '../../../contract/contact/calls';
import { baseApi } from '../../api/base-api';
import { followPushes } from '../../realtime/follow-pushes';
import { type CallArgs, CALLS, fitsCall, missedSince, newAmong, runs, withMore } from './feed-rows';
import { askingAgain, type Feed, known, newest, type Newest } from './newest';

const ofCall = (row: MonitoredCall) => ({ at: CALLS.at(row), id: CALLS.id(row) });

const callFeedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    callFeed: build.query<Feed<MonitoredCall>, CallArgs>({
      queryFn: (args, { getState }, _, call): Promise<Newest<MonitoredCall>> => {
        const shown: Feed<MonitoredCall> | undefined = callFeedApi.endpoints.callFeed.select(args)(
          getState() as never,
        ).data;
        const missed = missedSince(CALLS, shown?.rows ?? [], runs);
        return newest(call, { path: 'softPhone/callRecordList', params: args }, ofCall, missed);
      },
      // Running calls are fetched whole: a call that is not among them has ended.
      merge: (shown, answer, { arg }) =>
        arg.live ? answer : { ...answer, rows: withMore(CALLS, answer.rows, known(shown).rows) },
      providesTags: ['Behaviour'],
      onCacheEntryAdded: (args, entry) => {
        const askAgain = askingAgain(entry);
        return followPushes(entry, {
          'monitoring.recorded': ({ data }) => {
            const isOfNumber = args.phone !== undefined || args.number !== undefined;
            if (data.cut || (isOfNumber && data.calls.length > 0)) askAgain();
            if (isOfNumber || args.dateTo !== undefined) return;
            const fitting = data.calls.filter((row) => fitsCall(row, args));
            if (fitting.length === 0) return;
            entry.updateCachedData((shown) => {
              const feed = known(shown);
              const all = withMore(CALLS, feed.rows, fitting);
              const total = feed.total + newAmong(CALLS, feed.rows, fitting);
              return { total, rows: args.live ? all.filter(runs) : all };
            });
          },
        });
      },
    }),
  }),
});

export const { useCallFeedQuery } = callFeedApi;
