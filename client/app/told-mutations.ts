import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import type { BehaviourType } from '../../contract/supervision/behaviour';
import { acts } from '../lib/acts';

/** Calls that are written down when the server has taken them, by the name of their endpoint. */
const TOLD: Record<string, BehaviourType> = {
  makeCall: 'DIAL',
  sendMessage: 'SEND',
  leaveMessage: 'SEND',
  revealPhone: 'REVEAL_PHONE',
};

interface Told {
  type?: string;
  endpointName?: string;
  originalArgs?: { taskId?: number };
}

/** Notes what people do through the features, none of which needs to know of it. */
export const toldMutations: Middleware = () => (next) => (action) => {
  if (isFulfilled(action)) {
    const { arg } = action.meta as { arg?: Told };
    const type = arg?.type === 'mutation' && arg.endpointName ? TOLD[arg.endpointName] : undefined;
    if (type) acts.emit({ type, taskId: arg?.originalArgs?.taskId });
  }
  return next(action);
};
