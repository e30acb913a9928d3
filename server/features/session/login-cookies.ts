import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Request } from '../../platform/auth/actor.js';
import { TOKEN_COOKIE } from '../../platform/auth/auth.guard.js';
import type { Origin } from './login-attempts.service.js';

/** Readable by the page's route guard; it opens nothing. */
const FLAG_COOKIE = 'login';

export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const request = context.switchToHttp().getRequest<Request>();
  return {
    address: request.ip.replace(/^::ffff:/, ''),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  };
});

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
