import type { PushEnvelope, Messages } from '../../../../contract/realtime';
import { baseApi } from '../../../api/base-api';
import { useCache } from '../../../api/use-cache';
import { followPushes } from '../../../realtime/follow-pushes';
import { watch } from '../../../realtime/socket';
import { roomJoined } from '../../../state/connection';
import { listener } from '../../../state/listener';
import { useUserId } from '../../../state/session';
import { caseApi, caseTags } from '../case-api';
import { changedCase } from '../changed-case';
import { type CaseNotice, noticeOf } from './case-notice';

/** Pushes about a case while it is on screen, beside the case itself. */
interface Pushed {
  notice: CaseNotice | null;
  viewers: Messages['case.presence']['viewers'];
}

const livesApi = caseApi.injectEndpoints({
  endpoints: (build) => ({
    pushedOfCase: build.query<Pushed, number>({
      queryFn: () => ({ data: { notice: null, viewers: [] } }),
      // Others see who has the case open: it is watched for as long as the page is there, and not longer.
      keepUnusedDataFor: 0,
      async onCacheEntryAdded(caseId, entry) {
        const shown = () => caseApi.endpoints.caseInfo.select(caseId)(entry.getState()).data;
        const askAgain = () => void entry.dispatch(baseApi.util.invalidateTags(caseTags(caseId)));
        const unwatch = watch({ topic: 'case', caseId });
        const stop = listener.startListening({
          actionCreator: roomJoined,
          effect: ({ payload: { topic, version } }) => {
            const isThis = topic.topic === 'case' && topic.caseId === caseId;
            if (isThis && version !== undefined && (shown()?.version ?? version) < version) askAgain();
          },
        });
        const changed = async ({ data, at }: PushEnvelope<'case.changed'>) => {
          // The answer of a result that is being saved may be of this very change.
          const saving = entry.dispatch(caseApi.util.getRunningMutationsThunk());
          await Promise.all(saving.filter(({ arg }) => arg.endpointName === 'recordCall'));
          const info = shown();
          if (!info || changedCase(info, data) === info) return;
          const notice = noticeOf(info, data.row, data.cause, at);
          if (notice) entry.updateCachedData((pushed) => ({ ...pushed, notice }));
          entry.dispatch(
            caseApi.util.updateQueryData('caseInfo', caseId, (known) => changedCase(known, data)),
          );
          // Promises, log, plan and payments are not in the message.
          askAgain();
        };
        await followPushes(entry, {
          'case.changed': (push) => void changed(push),
          'case.moved': ({ data, at }) => {
            if (data.caseId !== caseId || data.direction !== 'out') return;
            entry.updateCachedData((pushed) => ({ ...pushed, notice: { kind: 'gone', amount: 0, at } }));
          },
          'case.presence': ({ data: { caseId: id, viewers } }) => {
            if (id === caseId) entry.updateCachedData((pushed) => ({ ...pushed, viewers }));
          },
        });
        unwatch();
        stop();
      },
    }),
  }),
});

/** Keeps the case on screen as the server has it, and says what a reader should notice. */
export function useLiveCase(caseId: number) {
  const { data } = livesApi.usePushedOfCaseQuery(caseId);
  const dispatch = useCache();
  const me = useUserId();
  const dismiss = () =>
    void dispatch(
      livesApi.util.updateQueryData('pushedOfCase', caseId, (pushed) => ({ ...pushed, notice: null })),
    );
  return {
    notice: data?.notice ?? null,
    dismiss,
    others: (data?.viewers ?? []).filter(({ userId }) => userId !== me),
  };
}
