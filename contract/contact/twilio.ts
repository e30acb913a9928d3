import { z } from 'zod';
import { LONGEST_INCOMING } from './incoming-messages.js';
import { IdText } from '../shared/id.js';

const Sid = z.string().regex(/^[A-Z]{2}[\da-f]{32}$/);

/** `callback/twilio/receipt`: `message` is ours, as it was named with the message. */
export const TwilioReceiptQuery = z.object({ message: IdText });
export type TwilioReceiptQuery = z.infer<typeof TwilioReceiptQuery>;
/** The fields that are read. `MessageStatus`: Twilio has more of them than we keep, and may add some. */
export const TwilioReceipt = z.object({ MessageSid: Sid, MessageStatus: z.string().regex(/^[a-z_]{1,24}$/) });
export type TwilioReceipt = z.infer<typeof TwilioReceipt>;

/** `callback/twilio/inbound`. Numbers of WhatsApp begin with `whatsapp:`. */
export const TwilioIncoming = z.object({
  MessageSid: Sid,
  From: z.string().min(1).max(64),
  To: z.string().max(64),
  Body: z.string().max(LONGEST_INCOMING),
});
export type TwilioIncoming = z.infer<typeof TwilioIncoming>;
