import { useEffect, useEffectEvent } from 'react';
import type { PushEnvelope, MessageName, WatchTopic } from '../../contract/realtime';
import { listenToPushes } from './follow-pushes';
import { setRecording, watch } from './socket';

/** Calls `handle` for every message of this name while the component is on screen: for what is said once, not kept. */
export function usePush<Name extends MessageName>(
  name: Name,
  handle: (push: PushEnvelope<Name>) => void,
): void {
  const latest = useEffectEvent(handle);
  useEffect(() => listenToPushes({ [name]: latest }), [name]);
}

/** Watches a case, a board or what is done while the component is on screen; null watches nothing. */
export function useWatch(topic: WatchTopic | null): void {
  const topicKey = topic && JSON.stringify(topic);
  useEffect(() => {
    if (topicKey === null) return;
    return watch(JSON.parse(topicKey) as WatchTopic);
  }, [topicKey]);
}

/** Shows the others of this case that it is being recorded. */
export function useRecording(caseId: number, recording: boolean): void {
  useEffect(() => {
    if (!recording) return;
    setRecording(caseId, true);
    return () => setRecording(caseId, false);
  }, [caseId, recording]);
}
