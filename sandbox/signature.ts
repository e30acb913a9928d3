import { createHmac } from 'node:crypto';

/** The headers of a signed callback: hex HMAC-SHA256 over `${timestamp}.${body}`, timestamp in epoch seconds. */
export function signedHeaders(secret: string, body: string, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  return {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  };
}
