import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import {
  type CallChange,
  type CallRow,
  type CurrentCalls,
  isLiveCall,
} from '../../../contract/contact/calls';
import { isNewer } from '../../lib/newer';

/** A call as this tab knows it: pushed without a name, which the server is asked for once. */
export type KnownCall = CallChange &
  Partial<Omit<CallRow, keyof CallChange>> & {
    /** This tab has seen it while it lasted. */
    seen?: boolean;
  };

const KEPT = 6;
/** A call made while the request was running is not in its answer. */
const SETTLING_MS = 10_000;

/** The own calls, the newest first: those that last, and a few that are over. */
export const calls = createSlice({
  name: 'calls',
  initialState: [] as readonly KnownCall[],
  reducers: {
    callLearned: (known, { payload }: PayloadAction<KnownCall>) => learn(known, payload),
    /** Takes the server's running calls; a call that is not among them is over, and its end was missed. */
    currentLearned: (known, { payload: { calls: named, now } }: PayloadAction<CurrentCalls>) => {
      const since = Date.parse(now) - SETTLING_MS;
      const isGone = (call: KnownCall) =>
        isLiveCall(call.state) &&
        named.every(({ callId }) => callId !== call.callId) &&
        Date.parse(call.callTime) < since;
      return named.reduce<readonly KnownCall[]>(
        learn,
        known.filter((call) => !isGone(call)),
      );
    },
  },
  selectors: { ofCalls: (known) => known },
});

export const { callLearned, currentLearned } = calls.actions;
export const { ofCalls } = calls.selectors;
export type WithCalls = Parameters<typeof ofCalls>[0];

export const useOwnCalls = () => useSelector(ofCalls);

function learn(calls: readonly KnownCall[], received: KnownCall): readonly KnownCall[] {
  const known = calls.find(({ callId }) => callId === received.callId);
  if (known && !isNewer(received, known) && (isNewer(known, received) || known.contactName)) return calls;
  const others = calls.filter(({ callId }) => callId !== received.callId);
  const seen = known?.seen || isLiveCall(received.state);
  return [{ ...known, ...received, seen }, ...others]
    .sort((one, other) => other.callId - one.callId)
    .slice(0, KEPT);
}

/**
 * Before the first push: the click itself is already something to show.
 * @param callTime by the server's clock, ISO 8601
 */
export function requestedCall(
  call: Pick<KnownCall, 'callId' | 'taskId' | 'contactId' | 'agentId' | 'callTime'>,
): KnownCall {
  return {
    ...call,
    direction: 'OUT',
    type: 2,
    state: 'REQUESTED',
    ringTime: null,
    answerTime: null,
    endTime: null,
    duration: 0,
    reason: null,
    hangUpDirection: null,
    hangingUp: false,
    recording: false,
    asksWho: true,
    party: null,
    script: null,
    simulated: false,
    version: 0,
  };
}
