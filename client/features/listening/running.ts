import { isLiveCall } from '../../../contract/contact/calls';
import type { LiveCall } from '../../../contract/supervision/listening';

/** The running calls after some have changed: who is over goes, who is new stands first. */
export function withChanged(known: readonly LiveCall[], changed: readonly LiveCall[]): LiveCall[] {
  const calls = new Map(known.map((call) => [call.callId, call]));
  for (const call of changed) {
    const before = calls.get(call.callId);
    if (!isLiveCall(call.state)) calls.delete(call.callId);
    else if (!before || before.version < call.version) calls.set(call.callId, call);
  }
  return [...calls.values()].sort(
    (one, other) => other.callTime.localeCompare(one.callTime) || other.callId - one.callId,
  );
}
