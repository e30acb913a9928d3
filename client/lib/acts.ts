import type { BehaviourType } from '../../contract/behaviour';
import { createEmitter } from './emitter';

/** Something that is written down of people, wherever in the screens it happens; the shell tells the server. */
export interface Act {
  type: BehaviourType;
  /** Never what was copied, searched or read: a screen's or a control's name. */
  detail?: string;
}

export const acts = createEmitter<Act>();
