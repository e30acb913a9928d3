import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { TWILIO_CALLBACKS } from '../../../contract/administration/connections.js';

/** A connection as Twilio's interface of 2010-04-01 needs it. */
export interface TwilioAccount {
  account: string;
  /** A number, or the SID of a messaging service. */
  sender: string;
  publicAddress: string;
}

const ERROR = z.object({ code: z.int() });

export const accountPath = (account: string) => `/2010-04-01/Accounts/${encodeURIComponent(account)}`;
export const twilioReady = (account: string) => ({ path: `${accountPath(account)}.json` });

/** Form of a text message. @param messageId what its receipts name; without one nobody asks for receipts */
export function twilioMessage(
  { account, sender, publicAddress }: TwilioAccount,
  { to, text, messageId }: { to: string; text: string; messageId?: number },
) {
  const from: Record<string, string> = sender.startsWith('MG')
    ? { MessagingServiceSid: sender }
    : { From: sender };
  const receipt = `${publicAddress}/api/${TWILIO_CALLBACKS.receipt}?message=${messageId}`;
  return {
    path: `${accountPath(account)}/Messages.json`,
    form: { To: to, ...from, Body: text, ...(messageId !== undefined && { StatusCallback: receipt }) },
  };
}

/** Number of Twilio's error in a refusal, which its pages explain; null without one. */
export function twilioError(body: Buffer): number | null {
  try {
    return ERROR.parse(JSON.parse(body.toString('utf8'))).code;
  } catch {
    return null;
  }
}

/** Base64 HMAC-SHA1 by the account's token, over the address as it was called and each field with its value, by name. */
export function twilioSignature(
  token: string,
  address: string,
  fields: Readonly<Record<string, string>>,
): string {
  const parts = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name]);
  return createHmac('sha1', token)
    .update(address + parts.join(''))
    .digest('base64');
}

export function isTwilioSignature(given: unknown, expected: string): boolean {
  const [one, other] = [Buffer.from(String(given)), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
