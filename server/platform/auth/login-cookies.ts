import type { FastifyReply } from 'fastify';
import { BROWSER_COOKIE } from './browser-token.js';

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
