import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../http/app-error.js';
import type { Request } from './actor.js';

export const SIGNATURE_TOLERANCE_S = 300;

/** Hex HMAC-SHA256 over `${timestamp}.${body}`; `timestamp` in epoch seconds. */
export function sign(secret: string, timestamp: number, body: string | Buffer): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/**
 * Checks a provider's callback by its headers x-signature and x-timestamp, by the time of day (a shifted demo clock does
 * not shift the providers).
 *
 * @throws request.signature when it is missing, wrong, or older or newer than five minutes.
 */
export function verifySignature(request: Request, secret: string): true {
  const timestamp = Number(request.headers['x-timestamp']);
  const given = Buffer.from(String(request.headers['x-signature'] ?? ''), 'hex');
  const body = (request as Request & { rawBody?: Buffer }).rawBody ?? Buffer.alloc(0);
  const fresh = Math.abs(Date.now() / 1000 - timestamp) <= SIGNATURE_TOLERANCE_S;
  const expected = Buffer.from(sign(secret, timestamp, body), 'hex');
  if (!fresh || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new AppError('request.signature');
  }
  return true;
}
