import { useEffect, useEffectEvent } from 'react';
import { baseApi, TAG_TYPES } from '../../api/base-api';
import { useCache } from '../../api/use-cache';
import { endSession } from '../../api/failures';
import { useWords } from '../../i18n/use-words';
import { createTagQueue } from '../../realtime/tag-queue';
import { closeSocket, frames, isFrame, joins, openSocket, refusals, resyncs } from '../../realtime/socket';

const GATHER_MS = 250;

/** Opens the socket while somebody is signed in, and turns its hints into refetches of what is on screen. */
export function useLive(): void {
  const cache = useCache();
  const { t } = useWords('shell');
  const ended = useEffectEvent((reason: string) => endSession(t(reasonKey(reason)), true));
  useEffect(() => {
    const invalidate = createTagQueue((tags) => void cache(baseApi.util.invalidateTags(tags)), GATHER_MS);
    const stops = [
      frames.listen((frame) => {
        if (isFrame(frame, 'tags.changed')) invalidate(frame.data.tags);
        if (isFrame(frame, 'announcement.published'))
          invalidate([{ type: 'Announcement' }, { type: 'Notice' }]);
        if (isFrame(frame, 'session.ended')) ended(frame.data.reason);
      }),
      resyncs.listen(() => invalidate(TAG_TYPES.map((type) => ({ type })))),
      joins.listen(({ topic }) => topic.topic === 'board' && invalidate([{ type: 'Board' }])),
      refusals.listen(() => void cache(baseApi.util.invalidateTags(['Session']))),
    ];
    openSocket();
    return () => {
      for (const stop of stops) stop();
      closeSocket();
      cache(baseApi.util.resetApiState());
    };
  }, [cache]);
}

const REASONS = ['signedOut', 'replaced', 'disabled', 'passwordChanged', 'revoked'];

function reasonKey(reason: string): string {
  return `shell:session-end.reason.${REASONS.includes(reason) ? reason : 'revoked'}`;
}
