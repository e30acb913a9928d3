import { useEffect, useState } from 'react';
import { isLiveCall } from '../../../contract/calls';
import type { CaseInfo } from '../../../contract/cases';
import { isOpen } from '../../../contract/codes';
import { useMay } from '../../api/session-api';
import { useCell } from '../../lib/cell';
import { newRequestId } from '../../lib/request-id';
import { storedUser } from '../../lib/session';
import { useMakeCallMutation } from './calls-api';
import { clockAhead, type KnownCall, learnCall, ownCalls, requestedCall } from './call-store';

/** The call that this person is in, or whose phone rings at the other end; incoming ones ring elsewhere. */
export function useBusyCall(): KnownCall | undefined {
  return useCell(ownCalls).find(
    (call) => isLiveCall(call.state) && (call.direction === 'OUT' || call.state === 'ANSWERED'),
  );
}

/** The newest call about this case, living or over, that was made or taken on this tab's watch. */
export function useCaseCall(taskId: number): KnownCall | undefined {
  return useCell(ownCalls).find(
    (call) => call.taskId === taskId && (call.direction === 'OUT' || call.answerTime !== null),
  );
}

/** What stands in the way of calling on this case at all, before any contact is looked at. */
export function useDial({ id, status }: Pick<CaseInfo, 'id' | 'status'>) {
  const may = useMay('call:make');
  const busy = useBusyCall();
  const [make, { isLoading }] = useMakeCallMutation();
  const ready = may && isOpen(status) && !busy && !isLoading;
  const dial = async (contactId: number): Promise<boolean> => {
    if (!ready) return false;
    const answer = await make({ taskId: id, contactId, clientRequestId: newRequestId() });
    if (!answer.data) return false;
    learnCall(requestedCall(answer.data.callId, id, contactId, storedUser()?.id ?? 0));
    return true;
  };
  return { may, ready, dial };
}

/** Whole seconds since an instant of the server's clock, ticking. */
export function useSecondsSince(instant: string | null): number {
  const ahead = useCell(clockAhead);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (instant === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [instant]);
  if (instant === null) return 0;
  return Math.max(0, Math.floor((now + ahead - Date.parse(instant)) / 1000));
}

/** 63 -> "1:03" */
export function minutes(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const tail = `${String(rest % 60).padStart(2, '0')}`;
  const middle = Math.floor(rest / 60);
  return hours > 0 ? `${hours}:${String(middle).padStart(2, '0')}:${tail}` : `${middle}:${tail}`;
}
