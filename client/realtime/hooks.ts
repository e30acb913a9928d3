import { useEffect, useEffectEvent } from 'react';
import type { Frame, MessageName, WatchTopic } from '../../contract/realtime';
import { listenToFrames } from './follow-frames';
import { setRecording, watch } from './socket';

/** Calls `handle` for every message of this name while the component is on screen: for what is said once, not kept. */
export function useFrame<Name extends MessageName>(name: Name, handle: (frame: Frame<Name>) => void): void {
  const latest = useEffectEvent(handle);
  useEffect(() => listenToFrames({ [name]: latest }), [name]);
}

/** Watches a case or a board while the component is on screen; null watches nothing. */
export function useWatch(topic: WatchTopic | null): void {
  const kind = topic?.topic;
  const id = topic && (topic.topic === 'case' ? topic.caseId : topic.groupId);
  useEffect(() => {
    if (!kind || id === null) return;
    return watch(kind === 'case' ? { topic: 'case', caseId: id } : { topic: 'board', groupId: id });
  }, [kind, id]);
}

/** Shows the others of this case that it is being recorded. */
export function useRecording(caseId: number, recording: boolean): void {
  useEffect(() => {
    if (!recording) return;
    setRecording(caseId, true);
    return () => setRecording(caseId, false);
  }, [caseId, recording]);
}
