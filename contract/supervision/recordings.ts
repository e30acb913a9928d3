import { z } from 'zod';
import type { Relation } from '../codes.js';
import { ClientRequestId, Id, IdText } from '../shared/id.js';

export const AUDIO_TYPES = ['audio/wav', 'audio/mpeg', 'audio/ogg'] as const;
export type AudioType = (typeof AUDIO_TYPES)[number];

/**
 * `softPhone/downLoadVoice`: the sound, whole or a range of it. All requests of one `listen` are one record of listening;
 * without it each whole file is one, and the ranges that a session asks of a call.
 */
export const VoiceQuery = z.object({ callId: IdText, listen: ClientRequestId.optional() });
export type VoiceQuery = z.infer<typeof VoiceQuery>;

/** `softPhone/recording` */
export const RecordingQuery = z.object({ callId: IdText });
export type RecordingQuery = z.infer<typeof RecordingQuery>;

export const PEAKS_PER_SECOND = 10;
const LONGEST_S = 24 * 3600;
export const NOTE_LENGTH = 500;

/** `softPhone/recordingNote`: what was heard at a second. */
export const NewRecordingNote = z.object({
  callId: Id,
  second: z.int().min(0).max(LONGEST_S),
  text: z.string().trim().min(1).max(NOTE_LENGTH),
  clientRequestId: ClientRequestId,
});
export type NewRecordingNote = z.infer<typeof NewRecordingNote>;

/**
 * PENDING: the call is not over, or the supplier has a while yet. MISSING: it should have come and did not, or is gone.
 * NONE: nobody answered, so there is nothing to hear.
 */
export type RecordingState = 'READY' | 'PENDING' | 'MISSING' | 'NONE';

export interface RecordingNote {
  id: number;
  second: number;
  text: string;
  by: string;
  at: string;
}

export interface RecordingInfo {
  callId: number;
  state: RecordingState;
  callTime: string;
  /** Seconds from answer to end, by the supplier. */
  duration: number;
  agentId: number | null;
  agentName: string | null;
  contactName: string | null;
  contactRelation: Relation | null;
  /** Masked. */
  calledNumber: string | null;
  taskId: number | null;
  /** The loan's number. */
  orderId: string | null;
  sound: {
    type: AudioType;
    bytes: number;
    /** Length of the file; null where only a player can tell. */
    seconds: number | null;
    /** The loudest of each tenth of a second, a byte each, in base64; null when it has to be decoded for that. */
    peaks: string | null;
  } | null;
  notes: RecordingNote[];
  /** Listeners, the newest first; null for viewers who may not see them. */
  listens: { by: string; at: string }[] | null;
}
