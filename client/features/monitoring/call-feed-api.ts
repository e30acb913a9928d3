import type { MonitoredCall } from '../../../contract/contact/calls';
import { baseApi } from '../../api/base-api';
import { followFrames } from '../../realtime/follow-frames';
import { type CallAsked, CALLS, fitsCall, missedSince, runs, withMore } from './feed-rows';
import { type Ask, type Asked, askingAgain, type Feed, known, newest, type Newest, PART } from './newest';

const ofCall = (row: MonitoredCall) => ({ at: CALLS.at(row), id: CALLS.id(row) });

const callFeedApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    callFeed: build.query<Feed<MonitoredCall>, CallAsked>({
      queryFn: (asked, { getState }, _, call): Promise<Newest<MonitoredCall>> => {
        const shown: Feed<MonitoredCall> | undefined = callFeedApi.endpoints.callFeed.select(asked)(
          getState() as never,
        ).data;
        const ask: Ask<MonitoredCall> = async (after) =>
          (await call({
            path: 'softPhone/callRecordList',
            params: { ...asked, size: PART, after },
          })) as Asked<MonitoredCall>;
        return newest(ask, ofCall, missedSince(CALLS, shown?.rows ?? [], runs));
      },
      // Running calls are fetched whole: a call that is not among them has ended.
      merge: (shown, answer, { arg }) =>
        arg.live ? answer : { ...answer, rows: withMore(CALLS, answer.rows, known(shown).rows) },
      providesTags: ['Behaviour'],
      onCacheEntryAdded: (asked, entry) => {
        const askAgain = askingAgain(entry);
        return followFrames(entry, {
          'monitoring.recorded': ({ data }) => {
            if (data.cut || (asked.phone !== undefined && data.calls.length > 0)) askAgain();
            if (asked.phone !== undefined || asked.dateTo !== undefined) return;
            const fitting = data.calls.filter((row) => fitsCall(row, asked));
            if (fitting.length === 0) return;
            entry.updateCachedData((shown) => {
              const feed = known(shown);
              const all = withMore(CALLS, feed.rows, fitting);
              return { ...feed, rows: asked.live ? all.filter(runs) : all };
            });
          },
        });
      },
    }),
  }),
});

export const { useCallFeedQuery } = callFeedApi;
