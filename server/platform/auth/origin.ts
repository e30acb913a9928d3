import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from './actor.js';
import { BROWSER_COOKIE, browserTokenOf } from './cookies.js';

export interface Origin {
  address: string;
  userAgent: string;
  requestId: string;
  /** Token of the cookie that a sign-in has set. */
  browser: string | null;
}

export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const request = context.switchToHttp().getRequest<Request>();
  return {
    address: addressOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
    browser: browserTokenOf(request.cookies[BROWSER_COOKIE]),
  };
});

/** An IPv4 address is written as one, whatever the socket speaks. */
export function addressOf(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Where a socket's handshake comes from, as Fastify says it of requests: one hop of the header, behind a proxy that is trusted. */
export function addressOfSocket(
  { address, headers }: { address: string; headers: IncomingHttpHeaders },
  trustProxy: boolean,
): string {
  const hops = trustProxy ? String(headers['x-forwarded-for'] ?? '').split(',') : [];
  return addressOf(hops.at(-1)?.trim() || address);
}
