import { z } from 'zod';
import type { MonitoredCall } from '../contact/calls.js';
import { Id } from '../shared/id.js';

export const LISTEN_MODES = ['LISTEN', 'WHISPER', 'BARGE'] as const;
export type ListenMode = (typeof LISTEN_MODES)[number];
/** Sound is 16 bit, mono, 8,000 samples a second, in both directions; a message holds at most this much of it. */
export const SOUND_RATE = 8_000;
export const MAX_SOUND_BYTES = 8_000;

/** `softPhone/listen`, `softPhone/whisper`, `softPhone/barge`, `softPhone/leave`. */
export const ListenRequest = z.object({ callId: Id });
export type ListenRequest = z.infer<typeof ListenRequest>;
/** For the socket: once, within half a minute, by the same session. */
export const ListenTicket = z.object({ ticket: z.string().min(1).max(64) });
export type ListenTicket = z.infer<typeof ListenTicket>;
export interface ListenAnswer extends ListenTicket {
  /** Whether the collector sees it. */
  shown: boolean;
}

/** LEFT by oneself; CALL over; RIGHTS, session or scope lost; SUPPLIER without sound; CLOSED: the page is gone. */
export const LISTEN_ENDS = ['LEFT', 'CALL', 'RIGHTS', 'SUPPLIER', 'CLOSED'] as const;
export type ListenEnd = (typeof LISTEN_ENDS)[number];

/** `softPhone/liveCalls`: a call that can be listened in to, asked for and pushed: no name, for names are not pushed. */
export type LiveCall = Pick<
  MonitoredCall,
  | 'callId'
  | 'agentId'
  | 'agentName'
  | 'taskId'
  | 'orderId'
  | 'contactRelation'
  | 'calledNumber'
  | 'state'
  | 'answerTime'
  | 'callTime'
  | 'version'
>;
/** `softPhone/listeners`: who is in the own call, as far as it is shown. */
export interface Listener {
  id: number;
  name: string;
  mode: ListenMode;
}

const Listening = z.object({
  listeningId: Id,
  callId: Id,
  agentId: Id,
  institutionId: Id,
  mode: z.enum(LISTEN_MODES),
  shown: z.boolean(),
});
/** In the audit, always. */
export const LISTENING_EVENTS = {
  'listening.begun': Listening,
  'listening.ended': Listening.extend({ reason: z.enum(LISTEN_ENDS) }),
} as const;
