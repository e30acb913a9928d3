import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

export const TOKEN_COOKIE = 'token';
/** Readable by the page's route guard; it opens nothing. */
const FLAG_COOKIE = 'login';

/** Browsers keep no cookie longer. */
const BROWSER_SECONDS = 400 * 24 * 3_600;

/** It stays when the session ends: it is what makes a browser known. */
export function setBrowserCookie(reply: FastifyReply, token: string): void {
  const secure = reply.request.protocol === 'https';
  const shared = { path: '/', sameSite: 'strict', httpOnly: true, maxAge: BROWSER_SECONDS } as const;
  reply.setCookie(BROWSER_COOKIE, token, { ...shared, secure });
}

export function setLoginCookies(reply: FastifyReply, token: string): void {
  const shared = { path: '/', sameSite: 'strict', secure: reply.request.protocol === 'https' } as const;
  reply.setCookie(TOKEN_COOKIE, token, { ...shared, httpOnly: true });
  reply.setCookie(FLAG_COOKIE, '1', shared);
}

export function clearLoginCookies(reply: FastifyReply): void {
  const shared = { path: '/', sameSite: 'strict', secure: reply.request.protocol === 'https' } as const;
  reply.clearCookie(TOKEN_COOKIE, { ...shared, httpOnly: true });
  reply.clearCookie(FLAG_COOKIE, shared);
}

const PASSAGE_COOKIE = 'passage';
const PASSAGE_SECONDS = 600;
const PASSAGE_PATH = '/api/login/oidc';

/** Sealed: what a browser needs to come back from the identity provider as who went there. */
export function setPassageCookie(reply: FastifyReply, sealed: string): void {
  const secure = reply.request.protocol === 'https';
  reply.setCookie(PASSAGE_COOKIE, sealed, {
    ...{ path: PASSAGE_PATH, sameSite: 'lax', httpOnly: true, maxAge: PASSAGE_SECONDS, secure },
  });
}

/** A passage serves once. */
export function takePassageCookie(request: FastifyRequest, reply: FastifyReply): string | null {
  const secure = request.protocol === 'https';
  reply.clearCookie(PASSAGE_COOKIE, { path: PASSAGE_PATH, sameSite: 'lax', httpOnly: true, secure });
  return request.cookies[PASSAGE_COOKIE] ?? null;
}
