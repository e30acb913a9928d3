import type { OutgoingHttpHeaders } from 'node:http';
import type { ConnectionProtocol } from '../../../contract/administration/connections.js';
import { sign } from '../auth/signature.js';
import type { ProviderInForce } from './providers.js';

/** Interfaces that know us by name and password. */
const BASIC: readonly ConnectionProtocol[] = ['TWILIO', 'ASTERISK'];

/** @param signed the body that is sent, or the path of a request without one */
export function credentialsOf(
  { protocol, account, secret }: ProviderInForce,
  signed: string,
): OutgoingHttpHeaders {
  if (BASIC.includes(protocol))
    return { authorization: `Basic ${Buffer.from(`${account}:${secret}`).toString('base64')}` };
  const timestamp = Math.floor(Date.now() / 1000);
  return { 'x-timestamp': String(timestamp), 'x-signature': sign(secret, timestamp, signed) };
}
