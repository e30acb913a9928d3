import { useEffect, useEffectEvent } from 'react';
import { useCurrentUserQuery } from '../../api/session-api';
import { usePhone } from '../../features/calls/phone-state';
import { idleMs } from '../../lib/attendance';
import { answerHeartbeats, sendHeartbeat } from '../../realtime/socket';

/** Says for a collector's team what the collector does: of others nobody asks. */
export function PresenceHeartbeats() {
  return useCurrentUserQuery().data?.role === 'member' ? <Heartbeats /> : null;
}

function Heartbeats() {
  const { calls, recorded, read } = usePhone();
  const say = useEffectEvent(() => ({ idleMs: idleMs(), phone: read() }));
  useEffect(() => answerHeartbeats(() => say()), []);
  useEffect(() => sendHeartbeat(), [calls, recorded]);
  return null;
}
