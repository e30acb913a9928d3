import type { FastifyReply } from 'fastify';
import { TOKEN_COOKIE } from './auth.guard.js';

/** Readable by the page's route guard; it opens nothing. */
const FLAG_COOKIE = 'login';

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
