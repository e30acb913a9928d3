import { createHash, randomBytes } from 'node:crypto';

/** Tells one browser from another over sessions and accounts. It opens nothing, and no script can read it. */
export const BROWSER_COOKIE = 'browser';
const BYTES = 32;
const FORM = /^[\w-]{43}$/;

export function newBrowserToken(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Null for what no server of ours has sent. */
export function browserTokenOf(cookie: string | undefined): string | null {
  return cookie !== undefined && FORM.test(cookie) ? cookie : null;
}

/** The stored hash: 256 random bits need no salt. */
export function hashOfBrowser(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
