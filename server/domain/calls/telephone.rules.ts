import type { Readable } from 'node:stream';
import type { ListenMode } from '../../../contract/supervision/listening.js';

/** A call to be made. Its `line` is our key: the same call is made once. */
export interface Dialled {
  line: string;
  supplier: string;
  extension: string;
  /** +52 and ten digits. */
  to: string;
  /** The number that the callee is shown; null leaves it to the supplier. */
  from: string | null;
}

/** A third person's part in a running call. Sound is 16 bit, mono, SOUND_RATE; ending it leaves the call. */
export interface Monitor {
  sound: Readable;
  /** @throws ProviderRefused, ProviderUnavailable */
  say(pcm: Buffer): Promise<void>;
}

export interface TelephoneClient {
  /** @returns the supplier's number of the call */
  dial(call: Dialled): Promise<string>;
  hangUp(line: string): Promise<void>;
  /** @param extension the collector's, of a call that came in */
  answer(line: string, extension: string): Promise<void>;
  listenIn(line: string, mode: ListenMode): Promise<Monitor>;
}
