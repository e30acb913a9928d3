import { useEffect } from 'react';
import { baseApi, TAG_TYPES } from '../../api/base-api';
import { useCache } from '../../api/use-cache';
import { endSession } from '../../api/failures';
import { createTagQueue } from '../../realtime/tag-queue';
import { closeSocket, frames, isFrame, openSocket, refusals, resyncs } from '../../realtime/socket';

const GATHER_MS = 250;

/** Opens the socket while somebody is signed in, and turns its hints into refetches of what is on screen. */
export function useLive(): void {
  const dispatch = useCache();
  useEffect(() => {
    const invalidate = createTagQueue((tags) => void dispatch(baseApi.util.invalidateTags(tags)), GATHER_MS);
    const stops = [
      frames.listen((frame) => {
        if (isFrame(frame, 'tags.changed')) invalidate(frame.data.tags);
        if (isFrame(frame, 'session.ended')) endSession(frame.data.reason, true);
      }),
      resyncs.listen(() => invalidate(TAG_TYPES.map((type) => ({ type })))),
      refusals.listen(({ code, message }) => {
        if (code === '02' || code === '-1') endSession(message, true);
      }),
    ];
    openSocket();
    return () => {
      for (const stop of stops) stop();
      closeSocket();
      dispatch(baseApi.util.resetApiState());
    };
  }, [dispatch]);
}
