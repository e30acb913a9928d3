import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The headers of a signed callback: hex HMAC-SHA256 over `${timestamp}.${body}`, timestamp in epoch seconds. */
export function signedHeaders(secret: string, body: string, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  return {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  };
}

/** Whether the product signed a request without a body, by its path. */
export function isSignedBy(secret: string, headers: IncomingHttpHeaders, path: string): boolean {
  const signed = createHmac('sha256', secret)
    .update(`${String(headers['x-timestamp'])}.${path}`)
    .digest();
  const given = Buffer.from(String(headers['x-signature']), 'hex');
  return given.length === signed.length && timingSafeEqual(given, signed);
}
