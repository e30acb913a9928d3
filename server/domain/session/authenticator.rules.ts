import { Secret, TOTP } from 'otpauth';
import type { AuthenticatorSecret } from '../../../contract/authenticators.js';

const STEP_S = 30;
/** Steps by which a telephone's clock may be off. */
const WINDOW = 1;

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Recoup', label, secret: Secret.fromBase32(secret) });

export function newSecret(username: string): AuthenticatorSecret {
  const secret = new Secret({ size: 20 }).base32;
  return { secret, uri: totpOf(secret, username).toString() };
}

/**
 * The step of 30 s that a code belongs to, or null for a wrong one.
 *
 * @param now of the day, in ms: a telephone knows nothing of a server's shifted clock
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const token = code.replace(/\s/g, '');
  const delta = /^\d{6}$/.test(token)
    ? totpOf(secret).validate({ token, timestamp: now, window: WINDOW })
    : null;
  return delta === null ? null : Math.floor(now / 1000 / STEP_S) + delta;
}
