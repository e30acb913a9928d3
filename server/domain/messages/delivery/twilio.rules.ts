import type { IncomingMessage } from '../../../../contract/contact/incoming-messages.js';
import type { DeliveryReceipt } from '../../../../contract/contact/messages.js';
import type { TwilioIncoming, TwilioReceipt } from '../../../../contract/contact/twilio.js';
import { carrierKey } from '../message.rules.js';

/** The others are steps before a message has left. */
const STATUSES: Readonly<Record<string, DeliveryReceipt['status']>> = {
  sent: 'SENT',
  delivered: 'DELIVERED',
  read: 'DELIVERED',
  undelivered: 'FAILED',
  failed: 'FAILED',
  canceled: 'FAILED',
};

/** @returns null for a status that says nothing about an end */
export function receiptOf(messageId: number, receipt: TwilioReceipt, now: Date): DeliveryReceipt | null {
  const { MessageSid, MessageStatus } = receipt;
  const status = Object.hasOwn(STATUSES, MessageStatus) ? STATUSES[MessageStatus]! : null;
  if (status === null) return null;
  const eventId = `${MessageSid}.${MessageStatus}`;
  return {
    eventId,
    messageId: MessageSid,
    idempotencyKey: carrierKey(messageId),
    status,
    at: now.toISOString(),
  };
}

const WHATSAPP = 'whatsapp:';

export function incomingOf({ MessageSid, From, To, Body }: TwilioIncoming, now: Date): IncomingMessage {
  const isWhatsApp = From.startsWith(WHATSAPP);
  const number = (text: string) =>
    (text.startsWith(WHATSAPP) ? text.slice(WHATSAPP.length) : text).slice(0, 24);
  return {
    ...{ providerId: MessageSid, channel: isWhatsApp ? 'WHATSAPP' : 'SMS' },
    ...{ from: number(From), to: number(To), text: Body, at: now.toISOString() },
  };
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Twilio's XML: what it sends back to the sender, or nothing. */
export function twiml(reply: string | null): string {
  const message =
    reply === null ? '' : `<Message>${reply.replace(/[&<>]/g, (sign) => ESCAPED[sign]!)}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}
