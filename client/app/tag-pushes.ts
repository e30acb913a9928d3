import type { Dispatch } from '@reduxjs/toolkit';
import type { Tag } from '../../contract/realtime';
import { baseApi } from '../api/base-api';
import { i18n } from '../i18n/i18n';
import { listenToPushes } from '../realtime/follow-pushes';
import { createTagQueue } from '../realtime/tag-queue';
import { pushesMissed, roomJoined, sessionUnknown } from '../state/connection';
import { listener } from '../state/listener';
import { sessionEnded } from '../state/session';

const WAIT_MS = 250;
/** Figures beside the list follow many changes at once. */
const COUNTS_WAIT_MS = 1_000;

const REASONS = ['signedOut', 'replaced', 'disabled', 'passwordChanged', 'revoked', 'addressRefused'];

export function listenToTags(dispatch: Dispatch): void {
  const invalidate = (tags: Tag[]) => void dispatch(baseApi.util.invalidateTags(tags));
  const soon = createTagQueue(invalidate, WAIT_MS);
  const recount = createTagQueue(invalidate, COUNTS_WAIT_MS);
  listenToPushes({
    'tags.changed': ({ data }) => soon(data.tags),
    'announcement.published': () => soon([{ type: 'Announcement' }, { type: 'Notice' }]),
    'case.moved': () => invalidate([{ type: 'CaseList' }, { type: 'CaseCounts' }]),
    'cases.assigned': () => soon([{ type: 'CaseList' }, { type: 'CaseCounts' }]),
    'case.changed': () => recount([{ type: 'CaseCounts' }, { type: 'Promise' }]),
    'cases.changed': () => recount([{ type: 'CaseCounts' }, { type: 'Queue' }, { type: 'Promise' }]),
    'session.ended': ({ data: { reason } }) => {
      const known = REASONS.includes(reason) ? reason : 'revoked';
      const message = i18n.t(`shell:session-end.reason.${known}`);
      dispatch(sessionEnded({ message, ask: true, hasReason: true }));
    },
  });
  const on = listener.startListening;
  on({
    actionCreator: pushesMissed,
    effect: (_, { getState }) => {
      const { api } = getState() as { api: ReturnType<typeof baseApi.reducer> };
      soon(Object.keys(api.provided.tags).map((type) => ({ type: type as Tag['type'] })));
    },
  });
  on({
    actionCreator: roomJoined,
    effect: ({ payload }) => {
      if (payload.topic.topic === 'board') soon([{ type: 'Board' }, { type: 'Presence' }]);
      if (payload.topic.topic === 'monitoring') soon([{ type: 'Behaviour' }]);
      if (payload.topic.topic === 'liveCalls') soon([{ type: 'Listening' }]);
      if (payload.topic.topic === 'call') soon([{ type: 'Recording', id: payload.topic.callId }]);
    },
  });
  on({
    actionCreator: sessionUnknown,
    effect: () => void dispatch(baseApi.util.invalidateTags(['Session'])),
  });
}
