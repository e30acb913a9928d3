import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../http/app-error.js';

export const SIGNATURE_TOLERANCE_S = 300;
/** Hex of SHA-256. */
const SIGNATURE = /^[\da-f]{64}$/i;

/** Hex HMAC-SHA256 over `${timestamp}.${body}`; `timestamp` in epoch seconds. */
export function sign(secret: string, timestamp: number, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/**
 * Checks what a signature's headers, x-signature and x-timestamp, tell without the body, by the time of day (a shifted demo
 * clock does not shift the providers).
 *
 * @throws request.signature when it is missing, or older or newer than five minutes.
 */
export function checkSigned(headers: IncomingHttpHeaders): void {
  const fresh = Math.abs(Date.now() / 1000 - Number(headers['x-timestamp'])) <= SIGNATURE_TOLERANCE_S;
  if (!fresh || !SIGNATURE.test(String(headers['x-signature']))) throw new AppError('request.signature');
}

/**
 * Call after `checkSigned`.
 *
 * @param secrets of which any one may have signed
 * @throws request.signature when it is not the body's
 */
export function verifySignature(
  headers: IncomingHttpHeaders,
  secrets: readonly string[],
  body: Buffer,
): void {
  const given = Buffer.from(String(headers['x-signature']), 'hex');
  const isBy = (secret: string) =>
    timingSafeEqual(given, Buffer.from(sign(secret, Number(headers['x-timestamp']), body), 'hex'));
  if (!secrets.some(isBy)) throw new AppError('request.signature');
}
