import type { BrowserType } from '../../contract/supervision/behaviour';
import { createEmitter } from './emitter';

/** Something that only the browser sees a person do; the shell reports it to the server, which records all else itself. */
export interface Act {
  type: BrowserType;
  /** Never what was copied, searched or read: a screen's or a control's name. */
  detail?: string;
}

export const acts = createEmitter<Act>();
