import { useEffect, useEffectEvent } from 'react';
import type { Frame, MessageName, WatchTopic } from '../../contract/realtime';
import { useCell } from '../lib/cell';
import {
  connection,
  type ConnectionState,
  frames,
  isFrame,
  joins,
  listening,
  setRecording,
  watch,
} from './socket';

/** Calls `handle` for every message of this name while the component is on screen. */
export function useFrame<Name extends MessageName>(name: Name, handle: (frame: Frame<Name>) => void): void {
  const latest = useEffectEvent(handle);
  useEffect(() => frames.listen((frame) => isFrame(frame, name) && latest(frame)), [name]);
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

/** Calls `handle` with the case's version when its room was joined. */
export function useJoinedCase(caseId: number, handle: (version: number) => void): void {
  const latest = useEffectEvent(handle);
  useEffect(
    () =>
      joins.listen(({ topic, version }) => {
        if (topic.topic === 'case' && topic.caseId === caseId && version !== undefined) latest(version);
      }),
    [caseId],
  );
}

export function useListening(): boolean {
  return useCell(listening);
}

export function useConnection(): ConnectionState {
  return useCell(connection);
}

/** Shows the others of this case that it is being recorded. */
export function useRecording(caseId: number, recording: boolean): void {
  useEffect(() => {
    if (!recording) return;
    setRecording(caseId, true);
    return () => setRecording(caseId, false);
  }, [caseId, recording]);
}
