import { type CallChange, type CallRow, isLiveCall } from '../../../contract/calls';
import { createCell } from '../../lib/cell';

/** A call as this tab knows it: pushed without a name, which the server is asked for once. */
export type KnownCall = CallChange & Partial<Omit<CallRow, keyof CallChange>>;

const KEPT = 6;

/** The own calls, the newest first: those that last, and a few that are over. */
export const ownCalls = createCell<readonly KnownCall[]>([]);
/** What the server's clock is ahead of this one, in ms: a demo may run at another time of day. */
export const clockAhead = createCell(0);

/** Takes what is newer than what is known. */
export function learnCall(told: KnownCall): void {
  const known = ownCalls.get().find(({ callId }) => callId === told.callId);
  if (known && (known.version > told.version || (known.version === told.version && known.contactName)))
    return;
  const others = ownCalls.get().filter(({ callId }) => callId !== told.callId);
  const next = [{ ...known, ...told }, ...others].sort((one, other) => other.callId - one.callId);
  ownCalls.set(next.slice(0, KEPT));
}

/** What the server says lasts now; a call that it does not name is over, and its end was missed. */
export function learnCurrent(calls: readonly CallRow[], now: string): void {
  clockAhead.set(Date.parse(now) - Date.now());
  const named = new Set(calls.map(({ callId }) => callId));
  const since = Date.parse(now) - SETTLING_MS;
  const gone = (call: KnownCall) =>
    isLiveCall(call.state) && !named.has(call.callId) && Date.parse(call.callTime) < since;
  if (ownCalls.get().some(gone)) ownCalls.set(ownCalls.get().filter((call) => !gone(call)));
  for (const call of calls) learnCall(call);
}

/** A call made while the question was on its way is not in its answer. */
const SETTLING_MS = 10_000;

/** Before the first push: the click itself is already something to show. */
export function requestedCall(callId: number, taskId: number, contactId: number, agentId: number): KnownCall {
  return {
    callId,
    taskId,
    contactId,
    agentId,
    direction: 'OUT',
    type: 2,
    state: 'REQUESTED',
    callTime: new Date(Date.now() + clockAhead.get()).toISOString(),
    ringTime: null,
    answerTime: null,
    endTime: null,
    duration: 0,
    reason: null,
    hangUpDirection: null,
    hangingUp: false,
    recording: false,
    version: 0,
  };
}
