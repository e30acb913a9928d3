import { z } from 'zod';
import type { Relation } from '../codes.js';
import { IsoTime } from '../shared/date.js';
import { IdText } from '../shared/id.js';
import { PAGE_SIZE, pageQuery } from '../shared/page.js';

export const INCOMING_CHANNELS = ['SMS', 'WHATSAPP'] as const;
export type IncomingChannel = (typeof INCOMING_CHANNELS)[number];

/** Characters: carriers join the parts of a long text. */
export const LONGEST_INCOMING = 1_600;

/** NOT_THEIRS: the number is somebody else's. OPT_OUT: no more of this channel. OTHER is for a person to read. */
export const MEANINGS = ['NOT_THEIRS', 'OPT_OUT', 'OTHER'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** `sms/inbound`: a message that the carrier took for us, signed. `providerId` is unique; what comes again changes nothing. */
export const IncomingMessage = z.object({
  providerId: z.string().min(1).max(64),
  channel: z.enum(INCOMING_CHANNELS).default('SMS'),
  from: z.string().trim().min(1).max(24),
  to: z.string().trim().max(24).nullish(),
  text: z.string().max(LONGEST_INCOMING),
  at: IsoTime,
});
export type IncomingMessage = z.infer<typeof IncomingMessage>;

/** `reply`: what the carrier sends back to the sender, once for each meaning; it is no contact of ours. */
export interface IncomingAnswer {
  repeated: boolean;
  meaning: Meaning;
  reply: string | null;
}

/** `sms/incoming`: the messages that came for a case, newest first. */
export const IncomingQuery = z.object({ ...pageQuery(PAGE_SIZE.table), taskId: IdText });
export type IncomingQuery = z.infer<typeof IncomingQuery>;

export interface IncomingRow {
  id: number;
  channel: IncomingChannel;
  meaning: Meaning;
  /** With the phone numbers in it masked. */
  text: string;
  contactName: string;
  contactRelation: Relation;
  /** Masked. */
  phone: string;
  at: string;
}
