import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useStore } from 'react-redux';
import { baseApi } from '../../api/base-api';
import { useUserId } from '../../state/session';
import { shownOf, useCallRecordsQuery } from './calls-api';
import { usePendingCall } from './use-calls';
import { WhoAnswers } from './who-answers';

interface WhoFirstProps {
  caseId: number;
  /** The server keeps the case shut: a call that is over waits for its answer, which this tab may not know. */
  shut?: boolean;
  children: ReactNode;
}

/** In place of a case, while the own call about it waits for who answers. */
export function WhoFirst({ caseId, shut = false, children }: WhoFirstProps) {
  const userId = useUserId();
  const known = usePendingCall(caseId);
  const { data } = useCallRecordsQuery({ taskId: caseId, page: 1 }, { skip: !shut || known !== undefined });
  const pending = known ?? data?.result.find((call) => shut && call.asksWho && call.agentId === userId);
  useForgotten(caseId, known !== undefined && !shut);
  return pending ? <WhoAnswers call={pending} /> : children;
}

/** The browser drops what it had read of the case. */
function useForgotten(caseId: number, isShut: boolean): void {
  const store = useStore();
  const forget = useEffectEvent(() => {
    const state = store.getState() as Parameters<typeof baseApi.util.selectInvalidatedBy>[0];
    for (const { queryCacheKey } of baseApi.util.selectInvalidatedBy(state, shownOf(caseId)))
      store.dispatch(baseApi.internalActions.removeQueryResult({ queryCacheKey: queryCacheKey as never }));
  });
  useEffect(() => {
    if (isShut) forget();
  }, [isShut]);
}
