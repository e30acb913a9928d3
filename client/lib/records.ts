import type { CallStatus } from '../../contract/codes';
import { createEmitter } from './emitter';

/** What a person has just recorded, told to whoever has a question about it; by then another case may be open. */
export interface Recorded {
  taskId: number;
  contactId: number | null;
  callStatus: CallStatus | null;
}

export const records = createEmitter<Recorded>();
