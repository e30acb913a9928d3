import { useDispatch } from 'react-redux';
import { isLiveCall } from '../../../contract/contact/calls';
import type { CaseInfo } from '../../../contract/cases/cases';
import { isOpen } from '../../../contract/codes';
import { useMay } from '../../api/session-api';
import { newRequestId } from '../../lib/request-id';
import { SECOND_MS, useClock, useNow } from '../../state/clock';
import { useUserId } from '../../state/session';
import { useMakeCallMutation } from './calls-api';
import { callLearned, type KnownCall, requestedCall, useOwnCalls } from './calls-slice';

/** The call that this person is in, or whose phone rings at the other end; incoming ones ring elsewhere. */
export function useBusyCall(): KnownCall | undefined {
  return useOwnCalls().find(
    (call) => isLiveCall(call.state) && (call.direction === 'OUT' || call.state === 'ANSWERED'),
  );
}

/** The newest call about this case, living or over, that was made or taken on this tab's watch. */
export function useCaseCall(taskId: number): KnownCall | undefined {
  return useOwnCalls().find(
    (call) => call.taskId === taskId && (call.direction === 'OUT' || call.answerTime !== null),
  );
}

/** The own call about this case that waits for who answers: an incoming one from when it is taken. */
export function usePendingCall(taskId: number): KnownCall | undefined {
  return useOwnCalls().find((call) => call.taskId === taskId && call.asksWho);
}

/** Why nobody can be called on this case, whichever contact is meant. */
export function useDial({ id, status }: Pick<CaseInfo, 'id' | 'status'>) {
  const may = useMay('call:make');
  const busy = useBusyCall();
  const [make, { isLoading }] = useMakeCallMutation();
  const dispatch = useDispatch();
  const agentId = useUserId();
  const now = useClock();
  const ready = may && isOpen(status) && !busy && !isLoading;
  const dial = async (contactId: number): Promise<boolean> => {
    if (!ready) return false;
    const answer = await make({ taskId: id, contactId, clientRequestId: newRequestId() });
    if (!answer.data) return false;
    const callTime = new Date(now()).toISOString();
    dispatch(
      callLearned(requestedCall({ callId: answer.data.callId, taskId: id, contactId, agentId, callTime })),
    );
    return true;
  };
  return { may, ready, dial };
}

/** Whole seconds since an instant of the server's clock, ticking; 0 without one. */
export function useSecondsSince(instant: string | null): number {
  const now = useNow(instant === null ? null : SECOND_MS / 2);
  return instant === null ? 0 : Math.max(0, Math.floor((now - Date.parse(instant)) / SECOND_MS));
}
