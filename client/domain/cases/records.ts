import type { CallStatus } from '../../../contract/codes';
import { createEmitter } from '../../lib/emitter';

/** A record just saved, for features with a question about it; by then another case may be open. */
export interface Recorded {
  taskId: number;
  contactId: number | null;
  callStatus: CallStatus | null;
}

export const records = createEmitter<Recorded>();
