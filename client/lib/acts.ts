import type { BehaviourType } from '../../contract/supervision/behaviour';
import { createEmitter } from './emitter';

/** Something that is written down of people, wherever in the screens it happens; the shell tells the server. */
export interface Act {
  type: BehaviourType;
  /** Never what was copied, searched or read: a screen's or a control's name. */
  detail?: string;
  /** The case that it was done to, when that may be another one than the page's. */
  taskId?: number | undefined;
}

export const acts = createEmitter<Act>();
